/** Trust products, and the logged-in user's orders. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
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
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi, recordTag } from '../../shared/api/emptyApi.ts';
import { pageRequest, pagesOf, type PagePlace } from '../../shared/api/idPages.ts';

/** Filter of an order list. */
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
