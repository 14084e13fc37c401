import type { RequestOf } from '@halyard/contract/call';
import { getCosts, type OwnCosts } from '@halyard/contract/wallet/costCalls';
import { getPerformance, listEntries, type Performance, type UserEntry } from '@halyard/contract/wallet/entryCalls';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';

/** Filter of ledger entries: account, currency, kind; days are UTC, inclusive. */
export type EntryFilter = Pick<RequestOf<typeof listEntries>, 'accountNumber' | 'currencyId' | 'kind' | 'from' | 'to'>;

/** Rows of one page. */
const ENTRIES_PAGE_LENGTH = 30;

export const recordsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Ledger entries of a filter, newest first; each page begins after the previous page's last row, so that new rows
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
    /** Cost of the owned coins; changes with the balances, like profit. */
    getCosts: build.query<OwnCosts, void>({
      query: () => toCall(getCosts, {}),
      providesTags: ['Performance'],
      extraOptions: { cache: {} },
    }),
  }),
});

export const { usePageEntriesInfiniteQuery, useGetPerformanceQuery, useGetCostsQuery } = recordsApi;

/**
 * Start of the next page; `undefined` at the end. A server without `after` repeats the same rows: that is the end.
 */
function nextAfter(last: readonly UserEntry[], all: readonly (readonly UserEntry[])[]): string | undefined {
  const end = last.at(-1)?.id;
  const isRepeated = all.slice(0, -1).some((page) => page.some(({ id }) => id === end));
  return last.length < ENTRIES_PAGE_LENGTH || isRepeated ? undefined : end;
}

/** Ledger entries of a filter, newest first, live. A withdrawal is one row, that of its request, with its outcome. */
export function useEntries(filter: EntryFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = usePageEntriesInfiniteQuery(isLoggedIn ? filter : skipToken);
  const { rows: read, ...list } = usePagedList(query, wholePage, { isStreamed: true });
  const { hasMore } = list;
  const rows = useMemo(() => read && rowsOf(read, hasMore), [read, hasMore]);
  return { ...list, rows };
}

/** An end whose request is outside the filter has its own row; until all is read, its request may still come. */
function rowsOf(read: readonly UserEntry[], hasMore: boolean): readonly UserEntry[] {
  const ids = new Set(read.map(({ id }) => id));
  return read.filter(({ partOf }) => partOf === undefined || (!hasMore && !ids.has(partOf)));
}
