/** The user's orders and executions for the screens, live; nothing while nobody is logged in. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import type { AppError } from '../../shared/api/appError.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import type { MarketFilter } from './orderData.ts';
import {
  useListOrdersQuery,
  usePageFillsInfiniteQuery,
  usePageOrdersInfiniteQuery,
  type FillFilter,
} from './ordersApi.ts';

/** A market's orders that wait in its book, newest first. */
export function useOpenOrders(market: MarketFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { currentData, error, isFetching, refetch } = useListOrdersQuery(
    isLoggedIn ? { ...pairOf(market), status: 'waiting' } : skipToken,
  );
  return { orders: currentData, error: errorOf(currentData, error), isFetching, retry: refetch };
}

/** Orders that are over, newest first; `loadMore` while there are more. */
export function useOrderHistory(market: MarketFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { currentData, error, isFetching, hasNextPage, fetchNextPage, refetch } = usePageOrdersInfiniteQuery(
    isLoggedIn ? pairOf(market) : skipToken,
  );
  const orders = useMemo(
    () => unique(currentData?.pages)?.filter((order) => order.status !== 'waiting'),
    [currentData],
  );
  const failure = errorOf(currentData, error);
  return { orders, error: failure, isFetching, hasMore: hasNextPage, loadMore: fetchNextPage, retry: refetch };
}

/** Executions, newest first; `loadMore` while there are more. */
export function useFills(filter: FillFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { currentData, error, isFetching, hasNextPage, fetchNextPage, refetch } = usePageFillsInfiniteQuery(
    isLoggedIn ? { ...pairOf(filter), ...(filter.orderId && { orderId: filter.orderId }) } : skipToken,
  );
  const fills = useMemo(() => unique(currentData?.pages), [currentData]);
  const failure = errorOf(currentData, error);
  return { fills, error: failure, isFetching, hasMore: hasNextPage, loadMore: fetchNextPage, retry: refetch };
}

// A market may be given whole: what else it holds must not become part of the cache's key.
function pairOf({ baseId, quoteId }: MarketFilter): MarketFilter {
  return { ...(baseId !== undefined && { baseId }), ...(quoteId !== undefined && { quoteId }) };
}

// Pages are counted from the top, so a row that came in between moves the rest on and one of them is answered twice.
function unique<Row extends { readonly id: number }>(
  pages: readonly (readonly Row[])[] | undefined,
): readonly Row[] | undefined {
  return pages && [...new Map(pages.flat().map((row) => [row.id, row])).values()];
}

function errorOf(data: unknown, error: unknown): AppError | undefined {
  return data === undefined ? (error as AppError | undefined) : undefined;
}
