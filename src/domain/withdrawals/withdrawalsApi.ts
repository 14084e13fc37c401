/** Withdrawals of the logged-in user: terms, request, cancellation and status. */
import type { ReviewStatus } from '@halyard/contract/deposits/calls';
import type { ChannelId, WithdrawalId } from '@halyard/contract/ids';
import {
  cancelWithdrawal,
  getWithdrawalTerms,
  listWithdrawals,
  withdraw,
  type Withdrawal,
  type WithdrawalTerms,
} from '@halyard/contract/withdrawals/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { Formats } from '../../shared/format/useFormat.ts';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';

/** Filter of a withdrawal list. */
export type WithdrawalFilter = {
  readonly channelId?: ChannelId | undefined;
  readonly status?: ReviewStatus | undefined;
};

type WithdrawalPage = { readonly rows: readonly Withdrawal[] };

const PAGE_LENGTH = 20;

export const withdrawalsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Fees and requirements of a channel, and the requests left today. */
    getWithdrawalTerms: build.query<WithdrawalTerms, ChannelId>({
      query: (channelId) => toCall(getWithdrawalTerms, { channelId }),
      providesTags: ['Withdrawal', 'Wallet', 'Security', 'Identity'],
    }),
    /** Withdrawals of a filter, paged, newest first. Live. */
    pageWithdrawals: build.infiniteQuery<readonly Withdrawal[], WithdrawalFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _all, lastPage) => (last.length < PAGE_LENGTH ? undefined : lastPage + 1),
      },
      query: ({ queryArg, pageParam }) => toCall(listWithdrawals, { ...queryArg, page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: WithdrawalPage) => rows,
      providesTags: ['Withdrawal'],
      extraOptions: { cache: {} },
    }),
    /** One withdrawal, or `null`. Live. */
    getWithdrawal: build.query<Withdrawal | null, WithdrawalId>({
      query: (id) => toCall(listWithdrawals, { id, limit: 1 }),
      transformResponse: ({ rows }: WithdrawalPage, _meta, id) => rows.find((row) => row.id === id) ?? null,
      providesTags: ['Withdrawal'],
      extraOptions: { cache: {} },
    }),
  }),
});

export const { useGetWithdrawalTermsQuery, usePageWithdrawalsInfiniteQuery, useGetWithdrawalQuery } = withdrawalsApi;

// Also after a refusal: a wrong fund password reduces the remaining tries.
const CHANGED = ['Withdrawal', 'Wallet', 'Movement', 'Performance'] as const;

/** Requests a withdrawal. */
export const withdrawalMutation = moneyMutation({
  call: withdraw,
  subject: 'withdrawal',
  invalidates: CHANGED,
  // The fee may be another one when the same request is sent again.
  secrets: ['fundPassword', 'fee'],
  detailOf: amountOf,
});

/** Cancels a withdrawal under review. */
export const withdrawalCancellation = moneyMutation({
  call: cancelWithdrawal,
  subject: 'withdrawalCancellation',
  invalidates: CHANGED,
  detailOf: amountOf,
});

function amountOf({ amount, settlement, channel }: Withdrawal, format: Formats): string {
  return format.money(amount, settlement ?? channel);
}
