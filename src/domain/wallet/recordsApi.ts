/**
 * The user's ledger entries, how his worth went (specification, section 7, "Wallet") and what his coins cost:
 * `wallet/legal_log`, `wallet/performance`, `wallet/cost`.
 */
import type { RequestOf } from '@halyard/contract/call';
import { getCosts, type OwnCosts } from '@halyard/contract/wallet/costCalls';
import { getPerformance, listEntries, type Performance, type UserEntry } from '@halyard/contract/wallet/entryCalls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

/** Which ledger entries: of an account, a currency, a kind; days are UTC, both ends included. */
export type EntryFilter = Pick<RequestOf<typeof listEntries>, 'accountNumber' | 'currencyId' | 'kind' | 'from' | 'to'>;

/** Rows of one page. */
export const ENTRIES_PAGE_LENGTH = 30;

export const recordsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Ledger entries of a filter, newest first; each page begins after the last row of the one before, so that new rows
     * move nothing.
     */
    pageEntries: build.infiniteQuery<readonly UserEntry[], EntryFilter, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: nextAfter },
      query: ({ queryArg, pageParam }) =>
        toCall(listEntries, {
          ...queryArg,
          limit: ENTRIES_PAGE_LENGTH,
          ...(pageParam !== null && { after: pageParam }),
        }),
      transformResponse: ({ rows }: { readonly rows: readonly UserEntry[] }) => rows,
      providesTags: ['Movement'],
      extraOptions: { cache: {} },
    }),
    /** Worth and profit, computed by the exchange. */
    getPerformance: build.query<Performance, void>({
      query: () => toCall(getPerformance, {}),
      providesTags: ['Performance'],
      extraOptions: { cache: {} },
    }),
    /** What the coins that are owned cost; it changes with the balances, as profit does. */
    getCosts: build.query<OwnCosts, void>({
      query: () => toCall(getCosts, {}),
      providesTags: ['Performance'],
      extraOptions: { cache: {} },
    }),
  }),
});

export const { usePageEntriesInfiniteQuery, useGetPerformanceQuery, useGetCostsQuery } = recordsApi;

/**
 * Where the next page begins; `undefined` at the end. A server that does not know `after` answers the same rows again:
 * that is its end.
 */
function nextAfter(last: readonly UserEntry[], all: readonly (readonly UserEntry[])[]): string | undefined {
  const end = last.at(-1)?.id;
  const isRepeated = all.slice(0, -1).some((page) => page.some(({ id }) => id === end));
  return last.length < ENTRIES_PAGE_LENGTH || isRepeated ? undefined : end;
}
