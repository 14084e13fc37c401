/**
 * Spot orders and executions of the logged-in user. No balance and no order is shown before the exchange confirmed it.
 */
import type { RequestOf } from '@halyard/contract/call';
import type { FillId, OrderGroupId, OrderId } from '@halyard/contract/ids';
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

/** Filter of an execution list; days are UTC, inclusive. */
export type FillFilter = Omit<RequestOf<typeof listFills>, 'page' | 'limit' | 'after'>;

export const ordersApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** All orders of a filter, newest first, for open orders. Live. */
    listOrders: build.query<readonly Order[], OrderFilter>({
      queryFn: async (filter, _api, _options, runCall) => readWholeList(filter, runCall),
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
