import type { AnswerOf } from '@halyard/contract/call';
import { listCurrencies } from '@halyard/contract/wallet/calls';
import { useEffect, useMemo, useState } from 'react';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
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

const currenciesApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listCurrencies: build.query<AnswerOf<typeof listCurrencies>, void>({
      query: () => toCall(listCurrencies, {}),
      // Searches work without it.
      extraOptions: { errors: 'inline' },
    }),
  }),
});

/** Returns no names until they are loaded; searches then use symbols only. */
export function useCoinNames(): NameOf {
  const { data } = currenciesApi.useListCurrenciesQuery();
  const known = useUsualNames();
  return useMemo(() => {
    const names = new Map(data?.map(({ name, title }) => [name, title ?? undefined]));
    const nameOf = (symbol: string) => known(symbol) ?? names.get(symbol);
    const aliasesOf = (symbol: string) =>
      [...(known.aliasesOf?.(symbol) ?? []), names.get(symbol)].filter((name) => name !== undefined);
    return Object.assign(nameOf, { aliasesOf });
  }, [data, known]);
}
