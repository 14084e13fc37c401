/** New coins as they stand by now. What is subscribed is asked for anew every few seconds while an offer is open. */
import { skipToken } from '@reduxjs/toolkit/query';
import type { OfferId } from '@halyard/contract/calls/ids';
import type { Offer, OfferState } from '@halyard/contract/calls/offers';
import type { AppError } from '../../shared/api/appError.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import {
  useGetOfferQuery,
  useGetOwnShareQuery,
  useGetRecommendedOfferQuery,
  usePageOffersInfiniteQuery,
  usePageSharesInfiniteQuery,
  usePageSubscriptionsInfiniteQuery,
} from './offersApi.ts';

const RENEW_OPEN_MS = 5000;
const POLLING = { pollingInterval: RENEW_OPEN_MS, skipPollingIfUnfocused: true } as const;

/** All offers, those that run first. */
export function useOffers() {
  return usePagedList(usePageOffersInfiniteQuery(undefined, POLLING), wholePage);
}

/** One offer, live. */
export function useOffer(id: OfferId | undefined) {
  const { currentData, error, refetch } = useGetOfferQuery(id ?? skipToken, POLLING);
  return { offer: currentData, error: error as AppError | undefined, retry: refetch };
}

/** The offer that is recommended, where there is one. */
export function useRecommendedOffer(): { offer: Offer | null | undefined; error: unknown } {
  const { currentData: offer, error } = useGetRecommendedOfferQuery();
  return { offer, error };
}

/** The user's subscriptions, of one offer or of all, newest first. */
export function useSubscriptions(offerId?: OfferId) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const filter = offerId === undefined ? {} : { offerId };
  return usePagedList(usePageSubscriptionsInfiniteQuery(isLoggedIn ? filter : skipToken), wholePage);
}

/** How an offer was allotted, row by row. */
export function useShares(id: OfferId) {
  return usePagedList(usePageSharesInfiniteQuery(id), (page) => page.map((share) => ({ ...share, id: share.row })));
}

/** The user's own row of it; undefined while it is not known, null where he did not take part. */
export function useOwnShare(id: OfferId) {
  return useGetOwnShareQuery(useAppSelector(selectIsLoggedIn) ? id : skipToken).currentData;
}

/** What an offer is by the exchange's clock, between two answers as well. */
export function useOfferState({ state, startAt, endAt }: Pick<Offer, 'state' | 'startAt' | 'endAt'>): OfferState {
  return useEachSecond((deviceMs) => {
    const nowMs = serverTimeMs(deviceMs);
    if (state === 'announced' && nowMs >= Date.parse(startAt)) return nowMs < Date.parse(endAt) ? 'open' : 'closed';
    return state === 'open' && nowMs >= Date.parse(endAt) ? 'closed' : state;
  });
}
