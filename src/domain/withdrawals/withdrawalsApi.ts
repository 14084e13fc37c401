/** Withdrawals of the logged-in user (specification, section 7, "Wallet"): their terms, asking for one, cancelling it, what became of it. */
import type { RequestOf } from '@halyard/contract/call';
import type { ReviewStatus } from '@halyard/contract/calls/deposits';
import type { ChannelId, WithdrawalId } from '@halyard/contract/calls/ids';
import {
  cancelWithdrawal,
  getWithdrawalTerms,
  listWithdrawals,
  withdraw,
  type Withdrawal,
  type WithdrawalTerms,
} from '@halyard/contract/calls/withdrawals';
import { isOutcomeUnknown } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

/** A withdrawal as asked for; `clientRequestId` is reused when the same is sent again. */
export type WithdrawalRequest = RequestOf<typeof withdraw> & { readonly clientRequestId: string };

/** Cancelling, with the id that makes it one. */
export type Cancellation = { readonly id: WithdrawalId; readonly clientRequestId: string };

/** Which withdrawals to list. */
export type WithdrawalFilter = {
  readonly channelId?: ChannelId | undefined;
  readonly status?: ReviewStatus | undefined;
};

type WithdrawalPage = { readonly rows: readonly Withdrawal[] };

const PAGE_LENGTH = 20;
// After so long the withdrawal is looked for instead of waited for; its id keeps it single.
const SEND_TIMEOUT_MS = 20_000;

export const withdrawalsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** What a withdrawal by one channel costs and needs, and how many requests are left today. */
    getWithdrawalTerms: build.query<WithdrawalTerms, ChannelId>({
      query: (channelId) => toCall(getWithdrawalTerms, { channelId }),
      providesTags: ['Withdrawal', 'Wallet', 'Security', 'Identity'],
    }),
    /**
     * Asks for a withdrawal once, however often it is sent under the same id; `null` when the server tells no more than that it was taken.
     * When the answer is lost, the withdrawal is looked for by that id; OUTCOME_UNKNOWN when it is not found.
     */
    withdraw: build.mutation<Withdrawal | null, WithdrawalRequest>({
      queryFn: async (request, _api, _options, runCall) => {
        const sent = await runCall(toCall(withdraw, request));
        if (sent.error === undefined) return { data: typeof sent.data === 'string' ? null : (sent.data as Withdrawal) };
        if (!isOutcomeUnknown(sent.error)) return { error: sent.error, meta: { isInline: true } };
        const looked = await runCall(toCall(listWithdrawals, { clientRequestId: request.clientRequestId }));
        const found = (looked.data as WithdrawalPage | undefined)?.rows.find((row) => isSame(row, request));
        if (found !== undefined) return { data: found };
        return { error: { code: 'OUTCOME_UNKNOWN' }, meta: { isInline: true } };
      },
      extraOptions: { isMoneyWrite: true, errors: 'inline', timeoutMs: SEND_TIMEOUT_MS },
      // Also after a refusal: a wrong fund password changes what is left.
      invalidatesTags: ['Withdrawal', 'Wallet', 'Movement', 'Performance'],
    }),
    /** Cancels a withdrawal that is under review. */
    cancelWithdrawal: build.mutation<Withdrawal, Cancellation>({
      query: (request) => toCall(cancelWithdrawal, request),
      extraOptions: { isMoneyWrite: true, errors: 'inline', timeoutMs: SEND_TIMEOUT_MS },
      invalidatesTags: ['Withdrawal', 'Wallet', 'Movement', 'Performance'],
    }),
    /** Withdrawals of a filter, page by page, newest first. Live. */
    pageWithdrawals: build.infiniteQuery<readonly Withdrawal[], WithdrawalFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _all, lastPage) => (last.length < PAGE_LENGTH ? undefined : lastPage + 1),
      },
      query: ({ queryArg, pageParam }) => toCall(listWithdrawals, { ...queryArg, page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: WithdrawalPage) => rows,
      providesTags: ['Withdrawal'],
      extraOptions: { keeps: {} },
    }),
    /** One withdrawal, `null` when there is no such. Live. */
    getWithdrawal: build.query<Withdrawal | null, WithdrawalId>({
      query: (id) => toCall(listWithdrawals, { id, limit: 1 }),
      transformResponse: ({ rows }: WithdrawalPage, _meta, id) => rows.find((row) => row.id === id) ?? null,
      providesTags: ['Withdrawal'],
      extraOptions: { keeps: {} },
    }),
  }),
});

export const {
  useGetWithdrawalTermsQuery,
  useWithdrawMutation,
  useCancelWithdrawalMutation,
  usePageWithdrawalsInfiniteQuery,
  useGetWithdrawalQuery,
} = withdrawalsApi;

// A server that does not know the id answers with other withdrawals.
function isSame(row: Withdrawal, { channelId, amount }: WithdrawalRequest): boolean {
  return row.channelId === channelId && row.amount === amount && row.status === 'pending';
}
