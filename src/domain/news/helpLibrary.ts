/**
 * The help of a language as it can be searched on this device: titles and summaries at once, texts as they are read.
 */
import type { ArticleId } from '@halyard/contract/ids';
import type { ArticleRow } from '@halyard/contract/news/calls';
import type { Language } from '@halyard/contract/languages';
import { callPublic } from '../../shared/api/baseQuery.ts';
import type { AppDispatch, AppExtra, RootState } from '../../shared/store/rootState.ts';
import { articleText } from './articleElements.tsx';
import { createHelpIndex } from './helpIndex.ts';
import { articleRequest } from './newsRequests.ts';
import { createListeners } from '../../shared/store/listeners.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState, extra: AppExtra) => T;
/** Gives the content of an article as HTML; `undefined` when it can not be had now. */
type ReadContent = (id: ArticleId) => Promise<string | undefined>;

/** Texts read at a time. */
const LANES = 3;

/** What can be searched. */
export type HelpLibrary = ReturnType<typeof createHelpLibrary>;

/** Makes an empty one. */
export function createHelpLibrary(language: Language, readContent: ReadContent) {
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
    /**
     * Takes the articles that there are now, and reads the texts that are lacking; those that can not be had now are
     * tried again the next time.
     */
    async take(rows: readonly ArticleRow[]): Promise<void> {
      shelf.putHeads(rows);
      change();
      reading = reading.then(readTexts);
      await reading;
    },
    /** What is found, the best first. */
    search: shelf.search,
    /** Another number after each change; 0 before the first one. */
    version: () => version,
    subscribe,
  };
}

/** The articles that are known, with and without their texts, and the index over them. */
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
    /** One that was changed since its text was read lacks its text again. */
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
    /** Whether it was still wanted: meanwhile there may be another version of the article, or none. */
    putText(row: ArticleRow, text: string): boolean {
      if (known.get(row.id) !== row) return false;
      index.put({ ...row, text });
      withText.add(row.id);
      return true;
    },
    lacking: (): ArticleRow[] => [...known.values()].filter(({ id }) => !withText.has(id)),
    search: (query: string): readonly ArticleRow[] =>
      index.search(query).flatMap((id) => {
        const row = known.get(id);
        return row === undefined ? [] : [row];
      }),
  };
}

// One a store: what was read for a search serves the next one too.
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
