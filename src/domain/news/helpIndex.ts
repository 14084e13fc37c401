/** Finding articles on the device, by title, summary and text. */
import MiniSearch from 'minisearch';
import type { ArticleId } from '@halyard/contract/ids';
import { type Language, LOCALES } from '@halyard/contract/languages';
import { plainText } from '../../shared/format/searchOptions.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** What is known of an article: its title and summary, and its text once that has been read. */
export type HelpText = {
  readonly id: ArticleId;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
};

/** Where a word counts most. */
const WEIGHTS = { title: 4, summary: 2, text: 1 } as const;

/** A letter may be wrong in five; shorter words would become other words. */
const WRONG_LETTERS = 0.2;

const LENGTH_FOR_ERRORS = 5;

const LATIN = /^\p{Script=Latin}+$/u;

/** Articles of a language that can be searched. */
export function createHelpIndex(language: Language) {
  const index = new MiniSearch<HelpText>({
    fields: Object.keys(WEIGHTS),
    tokenize: wordsIn(LOCALES[language]),
    // They come in the form in which they are compared.
    processTerm: (term) => (term === '' ? null : term),
    searchOptions: {
      boost: WEIGHTS,
      prefix: true,
      fuzzy: (term) => (term.length >= LENGTH_FOR_ERRORS && LATIN.test(term) ? WRONG_LETTERS : false),
    },
  });
  const there = new Map<ArticleId, HelpText>();
  // Whole and at once: what the library only marks as gone it sweeps out later, and that fails when articles change in
  // the meantime.
  const takeOut = (id: ArticleId): void => {
    const article = there.get(id);
    if (article !== undefined) index.remove(article);
    there.delete(id);
  };
  return {
    /** Adds an article, or puts it in the place of the one with its id. */
    put(article: HelpText): void {
      takeOut(article.id);
      index.add(article);
      there.set(article.id, article);
    },
    remove: takeOut,
    /**
     * The ids of what holds all words of `query`, the best first; of what holds any of them where none holds all.
     * Nothing for no words.
     */
    search(query: string): readonly ArticleId[] {
      const all = index.search(query, { combineWith: 'AND' });
      const found = all.length > 0 ? all : index.search(query, { combineWith: 'OR' });
      return found.map(({ id }) => id as ArticleId);
    },
  };
}

/** Taking texts apart into words to search by. */
/** The words of a text, in the form in which they are compared. */
type Words = (text: string) => string[];

/**
 * The words of texts in a locale. Chinese, Japanese and Thai write no spaces between them; the browser knows where they
 * part. Browsers that do not tell (Firefox before 125) get pairs of neighbouring letters in these scripts, which find
 * the same texts and some more.
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

/** Without the browser's help. */
export function splitByLetters(text: string): string[] {
  return (text.match(WORD) ?? []).flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word]));
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.length < 2 ? letters : letters.slice(1).map((letter, place) => `${letters[place]}${letter}`);
}
