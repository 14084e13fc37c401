/** Launchpad offerings, live. Subscribed totals are polled every few seconds while an offering is open. */
import { skipToken } from '@reduxjs/toolkit/query';
import type { OfferingId } from '@halyard/contract/ids';
import type { Offering, OfferingState } from '@halyard/contract/launchpad/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import {
  useGetOfferingQuery,
  useGetOwnShareQuery,
  useGetRecommendedOfferingQuery,
  usePageOfferingsInfiniteQuery,
  usePageSharesInfiniteQuery,
  usePageSubscriptionsInfiniteQuery,
} from './offeringsApi.ts';

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
