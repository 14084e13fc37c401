/** Trust products, and the logged-in user's orders. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { count } from '@halyard/contract/codec';
import {
  getRenewalOffer,
  getTrustProduct,
  getTrustReport,
  listTrustOrders,
  listTrustProducts,
  quoteRedemption,
  type RenewalOffer,
  type TrustOrder,
  type TrustProduct,
  type TrustQuote,
  type TrustOrderId,
} from '@halyard/contract/trust/calls';
import { skipToken } from '@reduxjs/toolkit/query';
import * as z from 'zod/mini';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi, recordTag } from '../../shared/api/emptyApi.ts';
import { pageRequest, pagesOf, usePagedList, wholePage, type PagePlace } from '../../shared/api/usePagedList.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';

export type TrustFilter = Pick<RequestOf<typeof listTrustOrders>, 'status' | 'isRedeemed'>;

/** Of products too: another order changes what is left of one. */
export const TRUST_TAG = recordTag('trust');

export const trustApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listTrustProducts: build.query<readonly TrustProduct[], void>({
      query: () => toCall(listTrustProducts, {}),
      providesTags: [TRUST_TAG],
      extraOptions: { errors: 'inline' },
    }),
    getTrustProduct: build.query<TrustProduct, number>({
      query: (id) => toCall(getTrustProduct, { id }),
      providesTags: [TRUST_TAG],
      extraOptions: { errors: 'inline' },
    }),
    getTrustReport: build.query<AnswerOf<typeof getTrustReport>, void>({
      query: () => toCall(getTrustReport, {}),
      providesTags: [TRUST_TAG],
      extraOptions: { cache: {} },
    }),
    /** Orders, paged, newest first. */
    pageTrustOrders: build.infiniteQuery<readonly TrustOrder[], TrustFilter, PagePlace<TrustOrderId>>({
      infiniteQueryOptions: pagesOf<TrustOrderId>(),
      query: ({ queryArg, pageParam }) => toCall(listTrustOrders, { ...queryArg, ...pageRequest(pageParam) }),
      transformResponse: ({ rows }: AnswerOf<typeof listTrustOrders>) => rows,
      providesTags: [TRUST_TAG],
      extraOptions: { cache: {} },
    }),
    getRenewalOffer: build.query<RenewalOffer, TrustOrderId>({
      query: (id) => toCall(getRenewalOffer, { id }),
      providesTags: [TRUST_TAG],
      extraOptions: { errors: 'inline' },
    }),
    /** Redemption quote, valid for a minute. May complete an order whose days are over. */
    quoteRedemption: build.mutation<TrustQuote, TrustOrderId>({
      query: (id) => toCall(quoteRedemption, { id }),
      invalidatesTags: (quoted) => (quoted === undefined ? [TRUST_TAG, 'Wallet'] : []),
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const {
  useListTrustProductsQuery,
  useGetRenewalOfferQuery,
  useGetTrustProductQuery,
  useGetTrustReportQuery,
  usePageTrustOrdersInfiniteQuery,
  useQuoteRedemptionMutation,
} = trustApi;

// Trust products and orders for the screens; no user data while logged out.

/** Other users buy too, so the remaining capacity changes. */
const RENEW_MS = 30_000;
const POLLING = { pollingInterval: RENEW_MS, skipPollingIfUnfocused: true } as const;

/** The product that a query names by `id`. */
export function productIdOf(query: URLSearchParams): number | undefined {
  const read = z.safeDecode(count, query.get('id') ?? '');
  return read.success ? read.data : undefined;
}

/** All products on sale. */
export function useTrustProducts() {
  const { currentData, error, refetch, fulfilledTimeStamp } = useListTrustProductsQuery(undefined, POLLING);
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { products: currentData, error: failure, retry: refetch, updatedAtMs: fulfilledTimeStamp };
}

/** One product. */
export function useTrustProduct(id: number | undefined) {
  const { currentData, error, refetch } = useGetTrustProductQuery(id ?? skipToken, POLLING);
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { product: currentData, error: failure, retry: refetch };
}

/** The terms on which an order can be renewed; always current, since the user agrees to them. */
export function useRenewalOffer(id: TrustOrderId | undefined) {
  const { currentData, error, refetch } = useGetRenewalOfferQuery(id ?? skipToken, {
    ...POLLING,
    refetchOnMountOrArgChange: true,
  });
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { offer: currentData, error: failure, retry: refetch };
}

/** Totals of the user's orders by currency. */
export function useTrustReport() {
  const query = useGetTrustReportQuery(useAppSelector(selectIsLoggedIn) ? undefined : skipToken);
  return { report: query.currentData, refetch: query.refetch, asOfMs: useAsOf(query, true) };
}

/** Orders of a filter, newest first. */
export function useTrustOrders(filter: TrustFilter) {
  const query = usePageTrustOrdersInfiniteQuery(useAppSelector(selectIsLoggedIn) ? filter : skipToken);
  return usePagedList(query, wholePage, { isStreamed: true });
}
