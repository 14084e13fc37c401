import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ArticleRow } from '@halyard/contract/news/calls';
import { searchOptions } from '../../shared/format/searchOptions.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { useLanguage } from '../preferences/usePreferences.ts';
import type { HelpLibrary } from './helpLibrary.ts';

const never = () => () => undefined;
const none = () => 0;

/**
 * Searches help on the device: matching rows, best first; `undefined` without a query. `isWanted`: the user is about to
 * search, so the search code and the articles' texts are loaded (from the worker's cache if possible); until then
 * titles and summaries are searched.
 */
export function useHelpSearch(
  rows: readonly ArticleRow[] | undefined,
  query: string,
  isWanted: boolean,
): readonly ArticleRow[] | undefined {
  const library = useLibrary(isWanted);
  useEffect(() => {
    if (library === undefined || rows === undefined) return;
    void library.take(rows);
  }, [library, rows]);
  const version = useSyncExternalStore(library?.subscribe ?? never, library?.version ?? none);
  const wanted = useDeferredValue(query.trim());
  return useMemo(() => {
    if (wanted === '' || rows === undefined) return undefined;
    return library === undefined || version === 0 ? searchHeads(rows, wanted) : library.search(wanted);
  }, [library, rows, version, wanted]);
}

function searchHeads(rows: readonly ArticleRow[], query: string): readonly ArticleRow[] {
  const options = rows.map((row) => ({ label: row.title, detail: row.summary, row }));
  return searchOptions(options, query).map(({ row }) => row);
}

/** The library of the current language, once its code is loaded. */
function useLibrary(isWanted: boolean): HelpLibrary | undefined {
  const dispatch = useAppDispatch();
  const { language } = useLanguage();
  const [loaded, setLoaded] = useState<{ readonly language: string; readonly library: HelpLibrary }>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    const load = async () => {
      // Without the code, titles and summaries are searched.
      const helpLibraryOf = await import('./helpLibrary.ts').then(
        (loadedModule) => loadedModule.helpLibraryOf,
        () => undefined,
      );
      if (!isOver && helpLibraryOf !== undefined) setLoaded({ language, library: dispatch(helpLibraryOf(language)) });
    };
    void load();
    return () => {
      isOver = true;
    };
  }, [dispatch, isWanted, language]);
  return loaded?.language === language ? loaded.library : undefined;
}
