/** Launchpad offerings, and the logged-in user's subscriptions. */
import type { OfferingId } from '@halyard/contract/ids';
import {
  getOffering,
  getOwnShare,
  getRecommendedOffering,
  listOfferings,
  listShares,
  listSubscriptions,
  OFFERINGS_PAGE,
  type Offering,
  type OwnShare,
  type Share,
  type Subscription,
} from '@halyard/contract/launchpad/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi, recordTag } from '../../shared/api/emptyApi.ts';
import { PAGE_LENGTH } from '../../shared/api/idPages.ts';

const byPage = (length: number) => ({
  initialPageParam: 1,
  getNextPageParam: (last: readonly unknown[], _all: unknown, page: number) =>
    last.length < length ? undefined : page + 1,
});

/** A subscription changes its offering too. */
export const SUBSCRIPTION_TAG = recordTag('subscription');

export const offeringsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    pageOfferings: build.infiniteQuery<readonly Offering[], void, number>({
      infiniteQueryOptions: byPage(OFFERINGS_PAGE),
      query: ({ pageParam }) => toCall(listOfferings, { page: pageParam }),
      providesTags: ['Offering', SUBSCRIPTION_TAG],
    }),
    getOffering: build.query<Offering, OfferingId>({
      query: (id) => toCall(getOffering, { id }),
      providesTags: ['Offering', SUBSCRIPTION_TAG],
      extraOptions: { errors: 'inline' },
    }),
    getRecommendedOffering: build.query<Offering | null, void>({
      query: () => toCall(getRecommendedOffering, {}),
      providesTags: ['Offering', SUBSCRIPTION_TAG],
      extraOptions: { errors: 'inline' },
    }),
    pageSubscriptions: build.infiniteQuery<readonly Subscription[], { readonly offeringId?: OfferingId }, number>({
      infiniteQueryOptions: byPage(PAGE_LENGTH),
      query: ({ queryArg, pageParam }) =>
        toCall(listSubscriptions, { ...queryArg, page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: { readonly rows: readonly Subscription[] }) => rows,
      providesTags: [SUBSCRIPTION_TAG],
      extraOptions: { cache: {} },
    }),
    pageShares: build.infiniteQuery<readonly Share[], OfferingId, number>({
      infiniteQueryOptions: byPage(PAGE_LENGTH),
      query: ({ queryArg, pageParam }) => toCall(listShares, { id: queryArg, page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: { readonly rows: readonly Share[] }) => rows,
      extraOptions: { errors: 'inline' },
    }),
    getOwnShare: build.query<OwnShare | null, OfferingId>({
      query: (id) => toCall(getOwnShare, { id }),
      extraOptions: { errors: 'inline' },
    }),
  }),
});

export const {
  usePageOfferingsInfiniteQuery,
  useGetOfferingQuery,
  useGetRecommendedOfferingQuery,
  usePageSubscriptionsInfiniteQuery,
  usePageSharesInfiniteQuery,
  useGetOwnShareQuery,
} = offeringsApi;
