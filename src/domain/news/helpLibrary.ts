/** Searchable help of one language on this device: titles and summaries immediately, texts as they are read. */
import type { ArticleId } from '@halyard/contract/ids';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { LOCALES, type Language } from '@halyard/contract/languages';
import MiniSearch from 'minisearch';
import { callPublic } from '../../shared/api/baseQuery.ts';
import { plainText } from '../../shared/format/searchOptions.ts';
import type { AppDispatch, AppExtra, RootState } from '../../shared/store/rootState.ts';
import { articleText } from './articleElements.tsx';
import { articleRequest } from './newsApi.ts';
import { createListeners } from '../../shared/store/listeners.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState, extra: AppExtra) => T;
/** Returns an article's HTML; `undefined` when it cannot be read now. */
type ReadContent = (id: ArticleId) => Promise<string | undefined>;

/** Texts read in parallel. */
const LANES = 3;

/** The help articles with their search index. */
export type HelpLibrary = ReturnType<typeof createHelpLibrary>;

/** Creates an empty library. */
function createHelpLibrary(language: Language, readContent: ReadContent) {
  const shelf = createShelf(language);
  const { subscribe, notify } = createListeners();
  let version = 0;
  let reading = Promise.resolve();

  const change = () => {
    version += 1;
    notify();
  };
  const readTexts = async () => {
    const waiting = shelf.lacking();
    const work = async () => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        const content = await readContent(row.id);
        if (content !== undefined && shelf.putText(row, articleText(content))) change();
      }
    };
    await Promise.all(Array.from({ length: LANES }, work));
  };

  return {
    /** Takes the current articles and reads missing texts; failed ones are retried the next time. */
    async take(rows: readonly ArticleRow[]): Promise<void> {
      shelf.putHeads(rows);
      change();
      reading = reading.then(readTexts);
      await reading;
    },
    /** Matching ids, best first. */
    search: shelf.search,
    /** Increases with each change; 0 before the first one. */
    version: () => version,
    subscribe,
  };
}

/** Known articles, with or without their texts, and the index over them. */
function createShelf(language: Language) {
  const index = createHelpIndex(language);
  const known = new Map<ArticleId, ArticleRow>();
  const withText = new Set<ArticleId>();
  const forget = (id: ArticleId) => {
    known.delete(id);
    withText.delete(id);
    index.remove(id);
  };
  return {
    /** An article changed since its text was read needs its text again. */
    putHeads(rows: readonly ArticleRow[]): void {
      const ids = new Set(rows.map(({ id }) => id));
      for (const id of [...known.keys()].filter((each) => !ids.has(each))) forget(id);
      for (const row of rows) {
        const before = known.get(row.id);
        if (before !== undefined && before.updatedAt === row.updatedAt && before.title === row.title) continue;
        known.set(row.id, row);
        withText.delete(row.id);
        index.put({ ...row, text: '' });
      }
    },
    /** Whether the text was still wanted: meanwhile the article may have a new version, or be gone. */
    putText(row: ArticleRow, text: string): boolean {
      if (known.get(row.id) !== row) return false;
      index.put({ ...row, text });
      withText.add(row.id);
      return true;
    },
    lacking: (): ArticleRow[] => [...known.values()].filter(({ id }) => !withText.has(id)),
    /** An excerpt takes the place of the summary where only the text has a match. */
    search: (query: string): readonly ArticleRow[] =>
      index.search(query).flatMap((id) => {
        const row = known.get(id);
        const excerpt = index.excerpt(id, query);
        return row === undefined ? [] : [excerpt === undefined ? row : { ...row, summary: excerpt }];
      }),
  };
}

// One per store, so that texts read for one search serve the next.
const libraries = new WeakMap<AppExtra, Map<Language, HelpLibrary>>();

/** The library of a language, the same one each time. */
export function helpLibraryOf(language: Language): Thunk<HelpLibrary> {
  return (dispatch, getState, extra) => {
    const read = async (id: ArticleId): Promise<string | undefined> => {
      const { signal } = new AbortController();
      const answer = await callPublic(articleRequest({ id }, language), { dispatch, getState, extra, signal });
      return 'data' in answer ? answer.data.content : undefined;
    };
    const own = libraries.get(extra) ?? new Map<Language, HelpLibrary>();
    const library = own.get(language) ?? createHelpLibrary(language, read);
    libraries.set(extra, own.set(language, library));
    return library;
  };
}

// Full-text search of articles on the device: title, summary and text.

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** An article in the index: title and summary, and its text once it is read. */
export type HelpText = {
  readonly id: ArticleId;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
};

/** Letters of an excerpt before its match, and in total. */
const LEAD = 30;
const EXCERPT_LENGTH = 110;

/** Part of a text from a whole word to a whole word, in languages with spaces. */
function textAround(text: string, place: number): string {
  const start = place <= LEAD ? 0 : text.slice(place - LEAD, place).indexOf(' ') + 1 + place - LEAD;
  const rest = text.slice(start);
  const isCut = rest.length > EXCERPT_LENGTH;
  const cut = isCut ? rest.slice(0, EXCERPT_LENGTH).replace(/ \S*$/u, '') : rest;
  return `${start > 0 ? '… ' : ''}${cut}${isCut ? ' …' : ''}`;
}

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
    /** The text around its first word of the query; undefined where title or summary has one, or the text has none. */
    excerpt(id: ArticleId, query: string): string | undefined {
      const { title = '', summary = '', text = '' } = there.get(id) ?? {};
      const words = new RegExp((subjectOf(query, language).match(WORD) ?? []).join('|'), 'iu');
      const place = words.test(`${title} ${summary}`) ? -1 : text.search(words);
      return place < 0 ? undefined : textAround(text, place);
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
