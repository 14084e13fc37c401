/** Searchable help of one language on this device: titles and summaries immediately, texts as they are read. */
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
/** Returns an article's HTML; `undefined` when it cannot be read now. */
type ReadContent = (id: ArticleId) => Promise<string | undefined>;

/** Texts read in parallel. */
const LANES = 3;

/** The help articles with their search index. */
export type HelpLibrary = ReturnType<typeof createHelpLibrary>;

/** Creates an empty library. */
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
    search: (query: string): readonly ArticleRow[] =>
      index.search(query).flatMap((id) => {
        const row = known.get(id);
        return row === undefined ? [] : [row];
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
