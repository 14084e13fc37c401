import { useEffect, useMemo, useState } from 'react';
import type * as coinNames from './coinNames.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectLanguage } from '../preferences/languageSlice.ts';

/** The name of a coin by its symbol: the usual one in the user's language, else the exchange's. */
export type NameOf = {
  (symbol: string): string | undefined;
  /** All its names, for a search. */
  readonly aliasesOf?: (symbol: string) => readonly string[];
};

type Table = typeof coinNames;

let table: Table | undefined;
const NONE: NameOf = () => undefined;

/** The usual names: a table that loads after the first screen, without a request to the exchange. */
export function useUsualNames(): NameOf {
  const language = useAppSelector(selectLanguage);
  const [loaded, setLoaded] = useState(table);
  useEffect(() => {
    if (loaded !== undefined) return;
    import('./coinNames.ts').then(
      (names) => {
        table = names;
        setLoaded(names);
      },
      () => undefined,
    );
  }, [loaded]);
  return useMemo(() => {
    if (loaded === undefined) return NONE;
    const nameOf = (symbol: string) => loaded.coinNameOf(symbol, language);
    return Object.assign(nameOf, { aliasesOf: loaded.coinAliasesOf });
  }, [loaded, language]);
}
