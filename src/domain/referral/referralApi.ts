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
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

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
