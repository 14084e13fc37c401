/** The user's referral for the screens; empty while logged out. */
import { skipToken } from '@reduxjs/toolkit/query';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import {
  useGetInvitationQuery,
  useGetRankingQuery,
  usePageFriendsInfiniteQuery,
  usePageRebatesInfiniteQuery,
} from './referralApi.ts';

// Days are closed and paid without an event.
const FRESH = { refetchOnMountOrArgChange: 60 } as const;

/** Code, rates and totals. */
export function useInvitation() {
  const query = useGetInvitationQuery(useWanted(), FRESH);
  const { currentData, error, refetch } = query;
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { invitation: currentData, error: failure, retry: refetch, asOfMs: useAsOf(query) };
}

/** The ten users with the largest rebates. */
export function useRanking() {
  const query = useGetRankingQuery(useWanted(), FRESH);
  const { currentData, error, refetch } = query;
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  return { ranking: currentData, error: failure, retry: refetch, asOfMs: useAsOf(query) };
}

/** Users whom this user referred directly, newest first. */
export function useFriends() {
  return usePagedList(usePageFriendsInfiniteQuery(useWanted(), FRESH), wholePage);
}

/** Paid rebates, newest first. */
export function useRebates() {
  return usePagedList(usePageRebatesInfiniteQuery(useWanted(), FRESH), wholePage);
}

function useWanted() {
  return useAppSelector(selectIsLoggedIn) ? undefined : skipToken;
}
