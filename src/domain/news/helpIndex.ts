/** Full-text search of articles on the device: title, summary and text. */
import MiniSearch from 'minisearch';
import type { ArticleId } from '@halyard/contract/ids';
import { type Language, LOCALES } from '@halyard/contract/languages';
import { plainText } from '../../shared/format/searchOptions.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** An article in the index: title and summary, and its text once it is read. */
export type HelpText = {
  readonly id: ArticleId;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
};

/** Field weights. */
const WEIGHTS = { title: 4, summary: 2, text: 1 } as const;

/** One letter in five may be wrong; shorter words would match others. */
const WRONG_LETTERS = 0.2;

const LENGTH_FOR_ERRORS = 5;

const LATIN = /^\p{Script=Latin}+$/u;

/** Words of English questions that say nothing about their subject. */
const QUESTION_WORDS = new Set('a an are can do does how i is my the to what when where why'.split(' '));

/** The query without question words; whole if nothing else is in it. */
function subjectOf(query: string, language: Language): string {
  if (language !== 'en') return query;
  const words = wordsIn(LOCALES.en)(query).filter((word) => !QUESTION_WORDS.has(word));
  return words.length === 0 ? query : words.join(' ');
}

/** Search index of one language. */
export function createHelpIndex(language: Language) {
  const index = new MiniSearch<HelpText>({
    fields: Object.keys(WEIGHTS),
    tokenize: wordsIn(LOCALES[language]),
    // Terms arrive normalised.
    processTerm: (term) => (term === '' ? null : term),
    searchOptions: {
      boost: WEIGHTS,
      prefix: true,
      fuzzy: (term) => (term.length >= LENGTH_FOR_ERRORS && LATIN.test(term) ? WRONG_LETTERS : false),
    },
  });
  const there = new Map<ArticleId, HelpText>();
  // Removes completely: the library's lazy removal fails when articles change in the meantime.
  const takeOut = (id: ArticleId): void => {
    const article = there.get(id);
    if (article !== undefined) index.remove(article);
    there.delete(id);
  };
  return {
    /** Adds an article, or replaces the one with its id. */
    put(article: HelpText): void {
      takeOut(article.id);
      index.add(article);
      there.set(article.id, article);
    },
    remove: takeOut,
    /**
     * Ids of articles with all words of `query`, best first; with any of them when none has all. Empty for no words.
     */
    search(query: string): readonly ArticleId[] {
      const subject = subjectOf(query, language);
      const all = index.search(subject, { combineWith: 'AND' });
      const found = all.length > 0 ? all : index.search(subject, { combineWith: 'OR' });
      return found.map(({ id }) => id as ArticleId);
    },
  };
}

/** The words of a text, normalised for comparison. */
type Words = (text: string) => string[];

/**
 * Splits texts of a locale into words. Chinese, Japanese and Thai have no spaces; `Intl.Segmenter` splits them. Without
 * it (Firefox before 125) these scripts are split into pairs of adjacent letters, which find the same texts and some
 * more.
 */
export function wordsIn(locale: string): Words {
  const split = typeof Intl.Segmenter === 'function' ? segmenting(locale) : splitByLetters;
  return (text) => split(text.normalize('NFC')).map(plainText);
}

function segmenting(locale: string): (text: string) => string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });
  return (text) =>
    Array.from(segmenter.segment(text)).flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []));
}

/** Fallback without `Intl.Segmenter`. */
export function splitByLetters(text: string): string[] {
  return (text.match(WORD) ?? []).flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word]));
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.length < 2 ? letters : letters.slice(1).map((letter, place) => `${letters[place]}${letter}`);
}
