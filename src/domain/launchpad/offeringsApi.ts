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
  type OfferingState,
} from '@halyard/contract/launchpad/calls';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo } from 'react';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi, recordTag } from '../../shared/api/emptyApi.ts';
import { PAGE_LENGTH, usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';

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

const {
  usePageOfferingsInfiniteQuery,
  useGetOfferingQuery,
  useGetRecommendedOfferingQuery,
  usePageSubscriptionsInfiniteQuery,
  usePageSharesInfiniteQuery,
  useGetOwnShareQuery,
} = offeringsApi;

// Launchpad offerings, live. Subscribed totals are polled every few seconds while an offering is open.

const RENEW_OPEN_MS = 5000;
const POLLING = { pollingInterval: RENEW_OPEN_MS, skipPollingIfUnfocused: true } as const;

/** All offerings, open ones first. */
export function useOfferings() {
  return usePagedList(usePageOfferingsInfiniteQuery(undefined, POLLING), wholePage);
}

/** One offering, live. */
export function useOffering(id: OfferingId | undefined) {
  const { currentData, error, refetch } = useGetOfferingQuery(id ?? skipToken, POLLING);
  return { offering: currentData, error: error as AppError | undefined, retry: refetch };
}

/** The recommended offering; `null` when there is none. */
export function useRecommendedOffering(): { offering: Offering | null | undefined; error: unknown } {
  const { currentData: offering, error } = useGetRecommendedOfferingQuery();
  return { offering, error };
}

/** The user's subscriptions, of one offering or of all, newest first. */
export function useSubscriptions(offeringId?: OfferingId) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const filter = offeringId === undefined ? {} : { offeringId };
  return usePagedList(usePageSubscriptionsInfiniteQuery(isLoggedIn ? filter : skipToken), wholePage);
}

/** All subscriptions of the user that wait for the allotment of an offering, oldest first; undefined while unknown. */
export function useWaitingSubscriptions(offeringId: OfferingId): readonly Subscription[] | undefined {
  const { rows, hasMore, isLoadingMore, moreError, loadMore } = useSubscriptions(offeringId);
  const isIncomplete = hasMore && !isLoadingMore && moreError === undefined;
  useEffect(() => {
    if (isIncomplete) loadMore();
  }, [isIncomplete, loadMore]);
  return useMemo(
    () => (hasMore ? undefined : rows?.filter(({ status }) => status === 'subscribing').toReversed()),
    [hasMore, rows],
  );
}

/** The allotment of an offering, row by row. */
export function useShares(id: OfferingId) {
  return usePagedList(usePageSharesInfiniteQuery(id), (page) => page.map((share) => ({ ...share, id: share.row })));
}

/** The user's own allotment row; undefined while unknown, null without a subscription. */
export function useOwnShare(id: OfferingId) {
  return useGetOwnShareQuery(useAppSelector(selectIsLoggedIn) ? id : skipToken).currentData;
}

/** State of an offering by the exchange's clock, also between two answers. */
export function useOfferingState({
  state,
  startAt,
  endAt,
}: Pick<Offering, 'state' | 'startAt' | 'endAt'>): OfferingState {
  return useEachSecond((deviceMs) => {
    const nowMs = serverTimeMs(deviceMs);
    if (state === 'announced' && nowMs >= Date.parse(startAt)) return nowMs < Date.parse(endAt) ? 'open' : 'closed';
    return state === 'open' && nowMs >= Date.parse(endAt) ? 'closed' : state;
  });
}
