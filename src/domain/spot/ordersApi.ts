/**
 * Spot orders and executions of the logged-in user. No balance and no order is shown before the exchange confirmed it.
 */
import type { RequestOf } from '@halyard/contract/call';
import type { FillId, OrderGroupId, OrderId } from '@halyard/contract/ids';
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import {
  countForgottenOrders,
  listFills,
  listOrders,
  type Fill,
  type ForgottenOrders,
  type Order,
} from '@halyard/contract/spot/calls';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo } from 'react';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import {
  pageRequest,
  pagesOf,
  readAllPages,
  usePagedList,
  wholePage,
  type PagePlace,
} from '../../shared/api/usePagedList.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { loadBehind } from '../../shared/scheduling/whenIdle.ts';
import { useAppSelector, useAppStore } from '../../shared/store/hooks.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import {
  withForgotten,
  placeInList,
  placeInPages,
  isTrailing,
  matchesFilter,
  type HistoryLine,
  type OrderFilter,
  type MarketFilter,
} from './orderData.ts';

/** Filter of an execution list; days are UTC, inclusive. */
export type FillFilter = Omit<RequestOf<typeof listFills>, 'page' | 'limit' | 'after'>;

export const ordersApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** All orders of a filter, newest first, for open orders. Live. */
    listOrders: build.query<readonly Order[], OrderFilter>({
      queryFn: async (filter, _api, _options, runCall) =>
        readAllPages(async (place) => runCall(toCall(listOrders, { ...filter, ...place })), wholePage<Order>),
      providesTags: [{ type: 'Order', id: 'LIST' }],
      extraOptions: { cache: { answerOf: (orders: readonly Order[]) => orders.slice(0, PAGE_LIMIT_MAX) } },
    }),
    /** Orders of a filter, paged, newest first. Live; changed rows stay in place even when they no longer belong. */
    pageOrders: build.infiniteQuery<readonly Order[], OrderFilter, PagePlace<OrderId>>({
      infiniteQueryOptions: pagesOf<OrderId>(),
      query: ({ queryArg, pageParam }) => toCall(listOrders, { ...queryArg, ...pageRequest(pageParam) }),
      providesTags: [{ type: 'Order', id: 'LIST' }],
      extraOptions: {
        cache: { answerOf: ({ pages: [first] }: { readonly pages: readonly (readonly Order[])[] }) => first },
      },
    }),
    /** Number of deleted orders of a filter, by month. A legacy server has no such call. */
    countForgotten: build.query<readonly ForgottenOrders[], Omit<OrderFilter, 'isOver'>>({
      query: (filter) => toCall(countForgottenOrders, filter),
      extraOptions: { cache: {} },
    }),
    /** Whether the orders of a group are exits of an entry, which only become smaller; otherwise they are an OCO. */
    isGroupEntered: build.query<boolean, OrderGroupId>({
      query: (groupId) => toCall(listOrders, { groupId, limit: PAGE_LIMIT_MAX }),
      transformResponse: (orders: readonly Order[]) => orders.some(({ leg }) => leg === 'entry'),
      // Without an answer only a hint is missing.
      extraOptions: { errors: 'inline' },
    }),
    /** Executions, paged, newest first. */
    pageFills: build.infiniteQuery<readonly Fill[], FillFilter, PagePlace<FillId>>({
      infiniteQueryOptions: pagesOf<FillId>(),
      query: ({ queryArg, pageParam }) => toCall(listFills, { ...queryArg, ...pageRequest(pageParam) }),
      providesTags: [{ type: 'Fill', id: 'LIST' }],
      extraOptions: { cache: {} },
    }),
  }),
});

export const {
  useListOrdersQuery,
  useCountForgottenQuery,
  useIsGroupEnteredQuery,
  usePageOrdersInfiniteQuery,
  usePageFillsInfiniteQuery,
} = ordersApi;

/** Applies changed orders to every cached list. */
export function cacheOrders(changed: readonly Order[], dispatch: AppDispatch, state: RootState): void {
  const lists = ordersApi.util.selectInvalidatedBy(state, [{ type: 'Order', id: 'LIST' }]);
  for (const { endpointName, originalArgs } of lists) {
    const filter = originalArgs as OrderFilter;
    if (endpointName === 'listOrders') {
      dispatch(
        ordersApi.util.updateQueryData('listOrders', filter, (list) =>
          changed.reduce<readonly Order[]>(
            (orders, order) => placeInList(orders, order, filter),
            list as readonly Order[],
          ),
        ),
      );
    } else {
      dispatch(
        ordersApi.util.updateQueryData('pageOrders', filter, (data) => {
          const before = data.pages as readonly (readonly Order[])[];
          const after = changed.reduce((all, order) => placeInPages(all, order, filter), before);
          return { pages: [...after], pageParams: data.pageParams };
        }),
      );
    }
  }
}

// The user's orders and executions for the screens, live; empty while logged out.

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
