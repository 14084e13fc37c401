/** The user's orders and executions for the screens, live; nothing while nobody is logged in. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { matchesFilter, type MarketFilter, type OrderFilter } from './orderData.ts';
import {
  useListOrdersQuery,
  usePageFillsInfiniteQuery,
  usePageOrdersInfiniteQuery,
  type FillFilter,
} from './ordersApi.ts';

/** Orders that wait, of a market or (`{}`) of all of them, newest first. */
export function useOpenOrders(market: MarketFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = useListOrdersQuery(isLoggedIn ? { ...pairOf(market), status: 'waiting' } : skipToken);
  const { currentData, error, isFetching, refetch } = query;
  const asOfMs = useAsOf(query, true);
  return { orders: currentData, error: errorOf(currentData, error), isFetching, retry: refetch, asOfMs };
}

/** Orders that are over, newest first; see {@link useOrderPages}. */
export function useOrderHistory(market: MarketFilter) {
  const { baseId, quoteId } = market;
  return useOrderPages(useMemo(() => ({ ...pairOf({ baseId, quoteId }), isOver: true }), [baseId, quoteId]));
}

/**
 * Orders of a filter, newest first; `loadMore` while there are more, `moreError` when that failed. `known` are also those that were read and no longer
 * belong, for who looks at one of them.
 */
export function useOrderPages(filter: OrderFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = usePageOrdersInfiniteQuery(isLoggedIn ? filter : skipToken);
  const { currentData } = query;
  const known = useMemo(() => unique(currentData?.pages), [currentData]);
  const orders = useMemo(() => known?.filter((order) => matchesFilter(order, filter)), [known, filter]);
  return { orders, known, ...pagingOf(query), asOfMs: useAsOf(query, true) };
}

/** Executions of a filter, newest first; as {@link useOrderPages}. */
export function useFills(filter: FillFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = usePageFillsInfiniteQuery(isLoggedIn ? filter : skipToken);
  const { currentData } = query;
  const fills = useMemo(() => unique(currentData?.pages), [currentData]);
  return { fills, ...pagingOf(query), asOfMs: useAsOf(query, true) };
}

type Query = {
  readonly currentData?: unknown;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => Promise<unknown>;
  readonly fulfilledTimeStamp?: number | undefined;
};

function pagingOf(query: Query) {
  return {
    error: errorOf(query.currentData, query.error),
    moreError: query.isFetchNextPageError ? (query.error as AppError | undefined) : undefined,
    isFetching: query.isFetching,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: query.fetchNextPage,
    retry: query.refetch,
    updatedAtMs: query.fulfilledTimeStamp,
  };
}

// A market may be given whole: what else it holds must not become part of the cache's key.
function pairOf({ baseId, quoteId }: MarketFilter): MarketFilter {
  return { ...(baseId !== undefined && { baseId }), ...(quoteId !== undefined && { quoteId }) };
}

// Servers that count pages answer a row twice when another one came in between.
function unique<Row extends { readonly id: number }>(
  pages: readonly (readonly Row[])[] | undefined,
): readonly Row[] | undefined {
  return pages && [...new Map(pages.flat().map((row) => [row.id, row])).values()];
}

function errorOf(data: unknown, error: unknown): AppError | undefined {
  return data === undefined ? (error as AppError | undefined) : undefined;
}
