/** Names that people know coins by, as the exchange tells them, else as everybody knows them. */
import { useEffect, useMemo, useState } from 'react';
import type { AnswerOf } from '@halyard/contract/call';
import { listCurrencies } from '@halyard/contract/wallet/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

/** The name of a coin by its symbol. */
export type NameOf = (symbol: string) => string | undefined;

const currenciesApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listCurrencies: build.query<AnswerOf<typeof listCurrencies>, void>({
      query: () => toCall(listCurrencies, {}),
      // Searches do without it.
      extraOptions: { errors: 'inline' },
    }),
  }),
});

/** Knows nothing until names are there: searches go by symbols then. */
export function useCoinNames(): NameOf {
  const { data } = currenciesApi.useListCurrenciesQuery();
  const known = useKnownNames();
  return useMemo(() => {
    const told = new Map(data?.map(({ name, title }) => [name, title ?? undefined]));
    return (symbol) => told.get(symbol) ?? known?.(symbol);
  }, [data, known]);
}

/** The names that everybody knows: a table that comes after what is searched. */
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
