// The record of reviewed translations finds a text whose English changed alone, and accepts a change in all languages.
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { compareReviewed, fingerprintsOf } from './reviewed.ts';
import type { Files } from './texts.ts';

const OTHERS = LANGUAGES.filter((language) => language !== 'en');

/** Reads one file whose text in each language is given by its name. */
const reading =
  (textOf: (language: Language) => string, key = 'explain') =>
  (language: Language): Files => ({ 'home.json': { [key]: textOf(language) } });

const before = fingerprintsOf(reading((language) => `old ${language}`));
const compare = (textOf: (language: Language) => string) => compareReviewed(fingerprintsOf(reading(textOf)), before);

describe('the record of reviewed translations', () => {
  it('finds nothing while nothing changes', () => {
    expect(compare((language) => `old ${language}`)).toEqual({ stale: [], unrecorded: [] });
  });

  it('names the languages that kept their text while English changed', () => {
    const { stale, unrecorded } = compare((language) => (['en', 'jp'].includes(language) ? 'new' : `old ${language}`));
    expect(stale).toEqual([{ name: 'home.json: explain', languages: OTHERS.filter((language) => language !== 'jp') }]);
    expect(unrecorded).toEqual([]);
  });

  it('asks to record a text that changed in all languages, or in a translation alone', () => {
    expect(compare((language) => `new ${language}`)).toEqual({ stale: [], unrecorded: ['home.json: explain'] });
    expect(compare((language) => (language === 'th' ? 'new' : `old ${language}`))).toEqual({
      stale: [],
      unrecorded: ['home.json: explain'],
    });
  });

  it('asks to record a new text, and to forget one that is gone', () => {
    const renamed = fingerprintsOf(reading((language) => `old ${language}`, 'lead'));
    expect(compareReviewed(renamed, before)).toEqual({
      stale: [],
      unrecorded: ['home.json: lead', 'home.json: explain'],
    });
  });

  it('treats the forms of a plural as one text', () => {
    const forms = (language: Language): Files => ({
      'spot.json':
        language === 'jp' ? { count_other: '{{count}}件' } : { count_one: 'one', count_other: `many ${language}` },
    });
    expect(Object.keys(fingerprintsOf(forms)['spot.json'] ?? {})).toEqual(['count']);
  });
});
