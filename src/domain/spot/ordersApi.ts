/**
 * Spot orders and fills of the logged-in user (specification, section 7, "Spot"). No balance and no order is ever shown
 * before the exchange said so.
 */
import type { RequestOf } from '@halyard/contract/call';
import type { FillId, OrderId } from '@halyard/contract/ids';
import {
  countForgottenOrders,
  listFills,
  listOrders,
  PAGE_LIMIT_MAX,
  type Fill,
  type ForgottenOrders,
  type Order,
} from '@halyard/contract/spot/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { pageRequest, pagesOf, type PagePlace } from '../../shared/api/idPages.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { placeInList, placeInPages, type OrderFilter } from './orderData.ts';
import { readWholeList } from './orderPages.ts';

/** Which fills to list; days are UTC, both ends included. */
export type FillFilter = Omit<RequestOf<typeof listFills>, 'page' | 'limit' | 'after'>;

export const ordersApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** All orders of a filter, newest first: for what is waiting. Live. */
    listOrders: build.query<readonly Order[], OrderFilter>({
      queryFn: async (filter, _api, _options, runCall) => readWholeList(filter, runCall),
      providesTags: [{ type: 'Order', id: 'LIST' }],
      extraOptions: { cache: { answerOf: (orders: readonly Order[]) => orders.slice(0, PAGE_LIMIT_MAX) } },
    }),
    /**
     * Orders of a filter, page by page, newest first. Live; rows that change stay where they are, also when they no
     * longer belong.
     */
    pageOrders: build.infiniteQuery<readonly Order[], OrderFilter, PagePlace<OrderId>>({
      infiniteQueryOptions: pagesOf<OrderId>(),
      query: ({ queryArg, pageParam }) => toCall(listOrders, { ...queryArg, ...pageRequest(pageParam) }),
      providesTags: [{ type: 'Order', id: 'LIST' }],
      extraOptions: {
        cache: { answerOf: ({ pages: [first] }: { readonly pages: readonly (readonly Order[])[] }) => first },
      },
    }),
    /** How many orders of a filter are forgotten, by months. A server of the family has no such call. */
    countForgotten: build.query<readonly ForgottenOrders[], Omit<OrderFilter, 'isOver'>>({
      query: (filter) => toCall(countForgottenOrders, filter),
      extraOptions: { cache: {} },
    }),
    /** Executions, page by page, newest first. */
    pageFills: build.infiniteQuery<readonly Fill[], FillFilter, PagePlace<FillId>>({
      infiniteQueryOptions: pagesOf<FillId>(),
      query: ({ queryArg, pageParam }) => toCall(listFills, { ...queryArg, ...pageRequest(pageParam) }),
      providesTags: [{ type: 'Fill', id: 'LIST' }],
      extraOptions: { cache: {} },
    }),
  }),
});

export const { useListOrdersQuery, useCountForgottenQuery, usePageOrdersInfiniteQuery, usePageFillsInfiniteQuery } =
  ordersApi;

/** Puts changed orders into every list that is cached. */
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
