/** The user's orders and executions for the screens, live; empty while logged out. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo } from 'react';
import type { Order } from '@halyard/contract/spot/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { loadBehind } from '../../shared/scheduling/loadBehind.ts';
import { useAppSelector, useAppStore } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { withForgotten, type HistoryLine } from './forgottenOrders.ts';
import { isTrailing, matchesFilter, type MarketFilter, type OrderFilter } from './orderData.ts';
import {
  useCountForgottenQuery,
  useListOrdersQuery,
  usePageFillsInfiniteQuery,
  usePageOrdersInfiniteQuery,
  type FillFilter,
} from './ordersApi.ts';

/** Open orders of a market, or (`{}`) of all, newest first. */
export function useOpenOrders(market: MarketFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = useListOrdersQuery(isLoggedIn ? { ...pairOf(market), status: 'waiting' } : skipToken);
  const { currentData, error, isFetching, refetch } = query;
  const asOfMs = useAsOf(query, true);
  useFollowedTrails(currentData);
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { orders: currentData, error: failure, isFetching, retry: refetch, asOfMs };
}

/** Finished orders, newest first; see {@link useOrderPages}. */
export function useOrderHistory(market: MarketFilter) {
  const { baseId, quoteId } = market;
  return useOrderPages(useMemo(() => ({ ...pairOf({ baseId, quoteId }), isOver: true }), [baseId, quoteId]));
}

/**
 * Orders of a filter, newest first. `known` also holds loaded orders that no longer belong, for an open detail view.
 */
export function useOrderPages(filter: OrderFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = usePageOrdersInfiniteQuery(isLoggedIn ? filter : skipToken);
  const { rows: known, ...paging } = usePagedList(query, wholePage, { isStreamed: true });
  useFollowedTrails(known);
  const orders = useMemo(() => known?.filter((order) => matchesFilter(order, filter)), [known, filter]);
  return { orders, known, ...paging };
}

/** The orders of {@link useOrderPages} with lines for deleted ones. */
export function useHistoryLines(
  { orders, hasMore }: Pick<ReturnType<typeof useOrderPages>, 'orders' | 'hasMore'>,
  { isOver: _all, ...filter }: OrderFilter,
): readonly HistoryLine[] | undefined {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { currentData: forgotten } = useCountForgottenQuery(isLoggedIn ? filter : skipToken);
  return useMemo(() => orders && withForgotten(orders, forgotten ?? [], hasMore), [orders, forgotten, hasMore]);
}

/** Executions of a filter, newest first. */
export function useFills(filter: FillFilter) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = usePageFillsInfiniteQuery(isLoggedIn ? filter : skipToken);
  const { rows: fills, ...paging } = usePagedList(query, wholePage, { isStreamed: true });
  return { fills, ...paging };
}

/** Lets the trailing stops among orders follow the prices of the page; the code for that loads with the first one. */
function useFollowedTrails(orders: readonly Order[] | undefined): void {
  const store = useAppStore();
  const trailing = useMemo(() => orders?.filter(isTrailing) ?? [], [orders]);
  useEffect(() => {
    if (trailing.length === 0) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    loadBehind(async () => {
      const { followTrails } = await import('./followedTrails.ts');
      if (!isOver) stop = followTrails(trailing, store);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [store, trailing]);
}

// A caller may pass a whole market; its other fields must not become part of the cache key.
function pairOf({ baseId, quoteId }: MarketFilter): MarketFilter {
  return { ...(baseId !== undefined && { baseId }), ...(quoteId !== undefined && { quoteId }) };
}
