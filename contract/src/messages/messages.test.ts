// Every code has a text in every language, and no text is left from a removed code. Placeholders are the same
// everywhere, so that no language loses a figure that the user needs.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CLIENT_ERROR_CODES, NOTICE_CODES, RANGE_ERROR_CODES, SERVER_ERROR_CODES } from '../errors.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { REVIEW_REASONS } from '../reviewReasons.ts';

type Messages = Record<'errors' | 'ranges' | 'notices' | 'reasons', Record<string, string>>;

const readFile = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const read = (language: Language): Messages => ({
  ...readFile(`./${language}.json`),
  reasons: readFile(`./reasons/${language}.json`),
});

const byText = (a: string, b: string) => (a < b ? -1 : 1);
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').toSorted(byText);
const placeholdersOf = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, placeholders(text)]));

describe.each(LANGUAGES)('the messages in %s', (language) => {
  const messages = read(language);

  test('hold exactly the codes of the contract', () => {
    expect(Object.keys(messages.errors)).toEqual([...SERVER_ERROR_CODES, ...CLIENT_ERROR_CODES]);
    expect(Object.keys(messages.ranges)).toEqual([...RANGE_ERROR_CODES]);
    expect(Object.keys(messages.notices)).toEqual([...NOTICE_CODES]);
    expect(Object.keys(messages.reasons)).toEqual(Object.keys(REVIEW_REASONS));
  });

  test.runIf(language === 'en')('state the rejection reasons as they are stored', () => {
    expect(messages.reasons).toEqual(REVIEW_REASONS);
  });

  test('name the same values as the English ones', () => {
    const english = read('en');
    expect(placeholdersOf(messages.errors)).toEqual(placeholdersOf(english.errors));
    expect(placeholdersOf(messages.ranges)).toEqual(placeholdersOf(english.ranges));
    expect(placeholdersOf(messages.notices)).toEqual(placeholdersOf(english.notices));
  });

  test('are written, and written in that language', () => {
    const english = read('en');
    for (const kind of ['errors', 'ranges', 'notices', 'reasons'] as const) {
      for (const [code, text] of Object.entries(messages[kind])) {
        expect(text.trim(), code).toBe(text);
        expect(text.length, code).toBeGreaterThan(2);
        if (language !== 'en') expect(text, code).not.toBe(english[kind][code]);
      }
    }
  });
});
