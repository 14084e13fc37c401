import { useMemo } from 'react';
import type { AnswerOf } from '@halyard/contract/call';
import { listCurrencies } from '@halyard/contract/wallet/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { type NameOf, useUsualNames } from './usualNames.ts';

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
