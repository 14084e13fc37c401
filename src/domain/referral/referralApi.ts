/** The user's referral: code, friends and rebates. */
import {
  getInvitation,
  getRanking,
  listFriends,
  listRebates,
  setRanked,
  type Friend,
  type Invitation,
  type Ranked,
  type Rebate,
} from '@halyard/contract/referral/calls';
import { skipToken } from '@reduxjs/toolkit/query';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { usePagedList, wholePage } from '../../shared/api/usePagedList.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';

const PAGE_LENGTH = 20;

/** A friend with a row id: the answer names no user, and two rows may look alike. */
export type FriendRow = Friend & { readonly id: string };
/** A ranking row with its place, from 1. */
export type RankedRow = Ranked & { readonly place: number };

const pages = {
  initialPageParam: 1,
  getNextPageParam: (last: readonly unknown[], _all: unknown, lastPage: number) =>
    last.length < PAGE_LENGTH ? undefined : lastPage + 1,
};

export const referralApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getInvitation: build.query<Invitation, void>({
      query: () => toCall(getInvitation, {}),
      // A payment is a ledger entry.
      providesTags: ['Referral', 'Movement'],
      extraOptions: { cache: {} },
    }),
    getRanking: build.query<readonly RankedRow[], void>({
      query: () => toCall(getRanking, {}),
      transformResponse: (rows: readonly Ranked[]) => rows.map((row, index) => ({ ...row, place: index + 1 })),
      providesTags: ['Referral', 'Movement'],
    }),
    /** Users whom this user referred directly, paged, newest first. */
    pageFriends: build.infiniteQuery<readonly FriendRow[], void, number>({
      infiniteQueryOptions: pages,
      query: ({ pageParam }) => toCall(listFriends, { page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: { readonly rows: readonly Friend[] }) =>
        rows.map((friend) => ({ ...friend, id: `${friend.time} ${friend.account}` })),
      providesTags: ['Referral'],
      extraOptions: { cache: {} },
    }),
    /** Paid rebates, paged, newest first. */
    pageRebates: build.infiniteQuery<readonly Rebate[], void, number>({
      infiniteQueryOptions: pages,
      query: ({ pageParam }) => toCall(listRebates, { page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: { readonly rows: readonly Rebate[] }) => rows,
      providesTags: ['Referral', 'Movement'],
      extraOptions: { cache: {} },
    }),
    /** Leaves or rejoins the ranking. */
    setRanked: build.mutation<unknown, boolean>({
      query: (isRanked) => toCall(setRanked, { isRanked }),
      invalidatesTags: ['Referral'],
    }),
  }),
});

export const {
  useGetInvitationQuery,
  useGetRankingQuery,
  usePageFriendsInfiniteQuery,
  usePageRebatesInfiniteQuery,
  useSetRankedMutation,
} = referralApi;

// The user's referral for the screens; empty while logged out.

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
