import { useEffect, useMemo, useState } from 'react';
import type { AnswerOf } from '@halyard/contract/call';
import { listCurrencies } from '@halyard/contract/wallet/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

/** The name of a coin by its symbol: from the exchange, else a common name. */
export type NameOf = (symbol: string) => string | undefined;

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
  const known = useKnownNames();
  return useMemo(() => {
    const names = new Map(data?.map(({ name, title }) => [name, title ?? undefined]));
    return (symbol) => names.get(symbol) ?? known?.(symbol);
  }, [data, known]);
}

/** Common names: a table that loads after the searched list. */
function useKnownNames(): NameOf | undefined {
  const [known, setKnown] = useState<NameOf>();
  useEffect(() => {
    import('./coinNames.ts').then(
      ({ coinNameOf }) => setKnown(() => coinNameOf),
      () => undefined,
    );
  }, []);
  return known;
}
