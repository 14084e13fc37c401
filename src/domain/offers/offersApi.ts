/** New coins: what is offered, and what the logged-in user has subscribed (products.md 4). */
import type { OfferId } from '@halyard/contract/calls/ids';
import {
  getOffer,
  getOwnShare,
  getRecommendedOffer,
  listOffers,
  listShares,
  listSubscriptions,
  OFFERS_PAGE,
  type Offer,
  type OwnShare,
  type Share,
  type Subscription,
} from '@halyard/contract/calls/offers';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { PAGE_LENGTH } from '../../shared/api/idPages.ts';

const byPage = (length: number) => ({
  initialPageParam: 1,
  getNextPageParam: (last: readonly unknown[], _all: unknown, page: number) =>
    last.length < length ? undefined : page + 1,
});

export const offersApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    pageOffers: build.infiniteQuery<readonly Offer[], void, number>({
      infiniteQueryOptions: byPage(OFFERS_PAGE),
      query: ({ pageParam }) => toCall(listOffers, { page: pageParam }),
      providesTags: ['Offer'],
    }),
    getOffer: build.query<Offer, OfferId>({
      query: (id) => toCall(getOffer, { id }),
      providesTags: ['Offer'],
      extraOptions: { errors: 'inline' },
    }),
    getRecommendedOffer: build.query<Offer | null, void>({
      query: () => toCall(getRecommendedOffer, {}),
      providesTags: ['Offer'],
      extraOptions: { errors: 'inline' },
    }),
    pageSubscriptions: build.infiniteQuery<readonly Subscription[], { readonly offerId?: OfferId }, number>({
      infiniteQueryOptions: byPage(PAGE_LENGTH),
      query: ({ queryArg, pageParam }) =>
        toCall(listSubscriptions, { ...queryArg, page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: { readonly rows: readonly Subscription[] }) => rows,
      providesTags: ['Subscription'],
      extraOptions: { keeps: {} },
    }),
    pageShares: build.infiniteQuery<readonly Share[], OfferId, number>({
      infiniteQueryOptions: byPage(PAGE_LENGTH),
      query: ({ queryArg, pageParam }) => toCall(listShares, { id: queryArg, page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: { readonly rows: readonly Share[] }) => rows,
      extraOptions: { errors: 'inline' },
    }),
    getOwnShare: build.query<OwnShare | null, OfferId>({
      query: (id) => toCall(getOwnShare, { id }),
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const {
  usePageOffersInfiniteQuery,
  useGetOfferQuery,
  useGetRecommendedOfferQuery,
  usePageSubscriptionsInfiniteQuery,
  usePageSharesInfiniteQuery,
  useGetOwnShareQuery,
} = offersApi;
