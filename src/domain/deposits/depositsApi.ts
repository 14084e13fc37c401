/** Deposits of the logged-in user: channels, declaration and status. */
import {
  declareDeposit,
  getDepositTerms,
  listDeposits,
  type Deposit,
  type DepositChannel,
  type ReviewStatus,
} from '@halyard/contract/deposits/calls';
import type { ChannelId, DepositId } from '@halyard/contract/ids';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import { legacyDepositTerms } from '../legacy-clients/depositTerms.ts';

/** Filter of a deposit list. */
export type DepositFilter = {
  readonly channelId?: ChannelId | undefined;
  readonly status?: ReviewStatus | undefined;
};

type DepositPage = { readonly rows: readonly Deposit[] };

const PAGE_LENGTH = 20;

const newestFirst = {
  initialPageParam: 1,
  getNextPageParam: (last: readonly Deposit[], _all: unknown, lastPage: number) =>
    last.length < PAGE_LENGTH ? undefined : lastPage + 1,
};

export const depositsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** All deposit channels. A legacy server has no such call; then only its addresses are known, and no minimum. */
    getDepositTerms: build.query<readonly DepositChannel[], void>({
      query: () => toCall(getDepositTerms, {}),
      extraOptions: { fromLegacyClient: legacyDepositTerms },
      keepUnusedDataFor: 300,
    }),
    /** Deposits of a filter, paged, newest first. Live. */
    pageDeposits: build.infiniteQuery<readonly Deposit[], DepositFilter, number>({
      infiniteQueryOptions: newestFirst,
      query: ({ queryArg, pageParam }) => toCall(listDeposits, { ...queryArg, page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: DepositPage) => rows,
      providesTags: ['Deposit'],
      extraOptions: { cache: {} },
    }),
    /** One deposit, or `null`. Live. */
    getDeposit: build.query<Deposit | null, DepositId>({
      query: (id) => toCall(listDeposits, { id, limit: 1 }),
      transformResponse: ({ rows }: DepositPage, _meta, id) => rows.find((row) => row.id === id) ?? null,
      providesTags: ['Deposit'],
      extraOptions: { cache: {} },
    }),
  }),
});

export const { useGetDepositTermsQuery, usePageDepositsInfiniteQuery, useGetDepositQuery } = depositsApi;

export const depositDeclaration = moneyMutation({
  call: declareDeposit,
  subject: 'deposit',
  invalidates: ['Deposit'],
  detailOf: ({ amount, settlement, channel }, format) => format.money(amount, settlement ?? channel),
  draftsOf: (request) => Object.values(depositDrafts(request)),
});

type Way = { readonly channelId: ChannelId; readonly chain?: string | undefined };

/** Draft names of the deposit form: the typed values, and the proof of payment. */
export function depositDrafts({ channelId, chain = 'bank' }: Way) {
  const typed = `deposit.${channelId}.${chain}`;
  return { typed, proof: `${typed}.proof` } as const;
}
