/** Spot orders and fills of the logged-in user (specification, section 7, "Spot"). No balance and no order is ever shown before the exchange said so. */
import type { RequestOf } from '@halyard/contract/call';
import type { FillId, OrderId } from '@halyard/contract/calls/ids';
import {
  cancelOrder,
  listFills,
  listOrders,
  PAGE_LIMIT_MAX,
  placeOrder,
  type Fill,
  type Order,
  type OrderRequest,
} from '@halyard/contract/calls/spot';
import { isOutcomeUnknown, type AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { newRequestId } from '../../shared/api/newRequestId.ts';
import type { AppDispatch, RootState } from '../../shared/store/rootState.ts';
import { placeInList, placeInPages, type OrderFilter } from './orderData.ts';
import { pageRequest, pagesOf, readWholeList, type PagePlace } from './orderPages.ts';
import { forgetPendingOrder, keepPendingOrder } from './pendingOrders.ts';
import { orderSent, outcomeLost, outcomeSettled } from './placementsSlice.ts';
import { sendUntilClear, settleOrder } from './settleOrder.ts';

/** An order with the id that makes it unique, however often it is sent. */
export type Placement = { readonly request: OrderRequest; readonly clientRequestId: string };

/** Which fills to list; days are UTC, both ends included. */
export type FillFilter = Omit<RequestOf<typeof listFills>, 'page' | 'limit' | 'after'>;

/** After so long an order is looked for, or asked for again, instead of waited for; an abandoned request may still arrive, its id keeps it single. */
export const WRITE_TIMEOUT_MS = 15_000;

const NEVER_ARRIVED: AppError = { code: 'ORDER_NOT_FOUND' };

export const ordersApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** All orders of a filter, newest first: for what is waiting. Live. */
    listOrders: build.query<readonly Order[], OrderFilter>({
      queryFn: async (filter, _api, _options, runCall) => readWholeList(filter, runCall),
      providesTags: [{ type: 'Order', id: 'LIST' }],
      extraOptions: { keeps: { answerOf: (orders: readonly Order[]) => orders.slice(0, PAGE_LIMIT_MAX) } },
    }),
    /** Orders of a filter, page by page, newest first. Live; rows that change stay where they are, also when they no longer belong. */
    pageOrders: build.infiniteQuery<readonly Order[], OrderFilter, PagePlace<OrderId>>({
      infiniteQueryOptions: pagesOf<OrderId>(),
      query: ({ queryArg, pageParam }) => toCall(listOrders, { ...queryArg, ...pageRequest(pageParam) }),
      providesTags: [{ type: 'Order', id: 'LIST' }],
      extraOptions: {
        keeps: { answerOf: ({ pages: [first] }: { readonly pages: readonly (readonly Order[])[] }) => first },
      },
    }),
    /** Executions, page by page, newest first. */
    pageFills: build.infiniteQuery<readonly Fill[], FillFilter, PagePlace<FillId>>({
      infiniteQueryOptions: pagesOf<FillId>(),
      query: ({ queryArg, pageParam }) => toCall(listFills, { ...queryArg, ...pageRequest(pageParam) }),
      providesTags: [{ type: 'Fill', id: 'LIST' }],
      extraOptions: { keeps: {} },
    }),
    /** Places an order once, however often it is sent under the same id. When the answer is lost, the order is looked for by that id. */
    placeOrder: build.mutation<Order, Placement>({
      queryFn: async ({ request, clientRequestId }, { dispatch }, _options, runCall) => {
        keepPendingOrder({ clientRequestId, request });
        dispatch(orderSent({ clientRequestId }));
        const sent = await runCall(toCall(placeOrder, { ...request, clientRequestId }));
        let outcome = sent.error === undefined ? { data: sent.data as Order } : { error: sent.error };
        if ('error' in outcome && isOutcomeUnknown(outcome.error)) {
          dispatch(outcomeLost({ clientRequestId }));
          outcome = await settleOrder(clientRequestId, outcome.error, runCall);
        }
        dispatch(outcomeSettled({ clientRequestId }));
        if ('error' in outcome) {
          if (outcome.error.code !== 'OUTCOME_UNKNOWN') forgetPendingOrder(clientRequestId);
          return { error: outcome.error, meta: { isInline: true } };
        }
        forgetPendingOrder(clientRequestId);
        return outcome;
      },
      extraOptions: { isMoneyWrite: true, errors: 'inline', timeoutMs: WRITE_TIMEOUT_MS },
      onQueryStarted: cacheAnswer,
      invalidatesTags: (order) => (order === undefined ? [] : ['Wallet', { type: 'Fill', id: 'LIST' }]),
    }),
    /** The order that was placed under an id; `null` when the exchange has none, OUTCOME_UNKNOWN when it cannot be told. */
    findOrder: build.query<Order | null, string>({
      queryFn: async (clientRequestId, _api, _options, runCall) => {
        const found = await settleOrder(clientRequestId, NEVER_ARRIVED, runCall);
        if ('data' in found) return { data: found.data };
        return found.error === NEVER_ARRIVED ? { data: null } : { error: found.error };
      },
      keepUnusedDataFor: 0,
    }),
    cancelOrder: build.mutation<Order, OrderId>({
      queryFn: async (id, _api, _options, runCall) =>
        sendUntilClear<Order>(toCall(cancelOrder, { id, clientRequestId: newRequestId() }), runCall),
      extraOptions: { isMoneyWrite: true, timeoutMs: WRITE_TIMEOUT_MS },
      onQueryStarted: cacheAnswer,
      // When it could not be cancelled it is not what the list says, so the list is read again.
      invalidatesTags: (order) => (order === undefined ? [{ type: 'Order', id: 'LIST' }, 'Wallet'] : ['Wallet']),
    }),
  }),
});

export const { useListOrdersQuery, usePageOrdersInfiniteQuery, usePageFillsInfiniteQuery } = ordersApi;
export const { usePlaceOrderMutation, useCancelOrderMutation } = ordersApi;

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

type Started = {
  readonly dispatch: AppDispatch;
  readonly getState: () => unknown;
  readonly queryFulfilled: PromiseLike<{ data: Order }>;
};

/** Puts the order that a write answers into every list that is cached. */
export async function cacheAnswer(_request: unknown, { dispatch, getState, queryFulfilled }: Started): Promise<void> {
  const answer = await queryFulfilled.then(
    ({ data }) => data,
    // The mutation itself tells of its failure.
    () => undefined,
  );
  if (answer !== undefined) cacheOrders([answer], dispatch, getState() as RootState);
}
