// Parsing of an article's files: its head, the required English file, and errors that name the fault and its place.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '@halyard/contract/languages';
import { readArticleSource } from './articleSource.ts';
import { CONTENT_FOLDER } from './builtInArticles.ts';

const EN = '---\nkind: help\ntitle: Fees\nsummary: What a trade costs.\nsection: fairness\nsort: 3\n---\nText.\n';
const read = (en: string, more: readonly (readonly ['jp' | 'th', string])[] = []) =>
  readArticleSource(new Map([['en', en], ...more]));

describe('an article', () => {
  it('has the head of its English file and the texts of each', () => {
    const jp = '---\ntitle: 手数料\nsummary: 取引の費用。\n---\n本文。\n';
    const { head, words } = read(EN, [['jp', jp]]);
    expect(head).toEqual({ kind: 'help', section: 'fairness', sort: 3, pinned: false, author: 'Halyard' });
    expect(words.get('jp')).toEqual({ title: '手数料', summary: '取引の費用。', body: '本文。\n' });
    expect([...words.keys()]).toEqual(['en', 'jp']);
  });

  it('is read with the line ends of other systems', () => {
    expect(read(EN.replaceAll('\n', '\r\n')).words.get('en')?.title).toBe('Fees');
  });

  it.each([
    ['Text alone.', 'en.md has no head between lines of ---'],
    [EN.replace('title: Fees\n', ''), 'the head of en.md: «title» is missing or wrong'],
    [EN.replace('help', 'advert'), 'the head of en.md: «kind» is missing or wrong'],
    [EN.replace('sort: 3', 'sort: first'), 'the head of en.md: «sort» is missing or wrong'],
    [EN.replace('sort: 3', 'link: https://example.com'), 'the head of en.md: «link» is missing or wrong'],
    [EN.replace('sort: 3', 'cover: ../x.png'), 'the head of en.md: «cover» is missing or wrong'],
    [EN.replace('Text.', ''), 'en.md has no text'],
    [EN.replace('Text.', 'x'.repeat(50_001)), 'en.md has more than 50000 characters'],
  ])('written as %.40j is refused: %s', (file, reason) => {
    expect(() => read(file)).toThrow(reason);
  });

  it('is refused with the place when its head is no YAML', () => {
    expect(() => read(EN.replace('title: Fees', 'title: "Fees'))).toThrow(/^the head of en\.md: .+/);
  });

  it('needs English', () => {
    expect(() => readArticleSource(new Map([['jp', EN]]))).toThrow('en.md is missing');
  });

  it('names the language of a fault', () => {
    expect(() => read(EN, [['th', '---\ntitle: x\n---\ny']])).toThrow(
      'the head of th.md: «summary» is missing or wrong',
    );
  });
});

// An exchange starts without an article that cannot be read, so that no one would miss it.
const articles = readdirSync(CONTENT_FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('en.md'))
  .map((path) => path.slice(0, -'/en.md'.length));

it.each(articles)('%s of the repository can be read in eight languages', (article) => {
  const textIn = (language: string) => readFileSync(join(CONTENT_FOLDER, article, `${language}.md`), 'utf8');
  const { words } = readArticleSource(new Map(LANGUAGES.map((language) => [language, textIn(language)])));
  expect([...words.keys()]).toEqual([...LANGUAGES]);
});
