/** Deposits of the logged-in user (specification, section 7, "Wallet"): how to pay in, declaring it, what became of it. */
import type { RequestOf } from '@halyard/contract/call';
import {
  declareDeposit,
  getDepositTerms,
  listDeposits,
  type Deposit,
  type DepositChannel,
  type ReviewStatus,
} from '@halyard/contract/calls/deposits';
import type { ChannelId, DepositId } from '@halyard/contract/calls/ids';
import { isOutcomeUnknown } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { readFamilyTerms } from './familyTerms.ts';

/** A deposit as declared; `clientRequestId` is reused when the same is sent again. */
export type Declaration = RequestOf<typeof declareDeposit> & { readonly clientRequestId: string };

/** Which deposits to list. */
export type DepositFilter = {
  readonly channelId?: ChannelId | undefined;
  readonly status?: ReviewStatus | undefined;
};

type DepositPage = { readonly rows: readonly Deposit[] };

const PAGE_LENGTH = 20;
// After so long the deposit is looked for instead of waited for; its id keeps it single.
const SEND_TIMEOUT_MS = 20_000;

const newestFirst = {
  initialPageParam: 1,
  getNextPageParam: (last: readonly Deposit[], _all: unknown, lastPage: number) =>
    last.length < PAGE_LENGTH ? undefined : lastPage + 1,
};

export const depositsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** All ways to pay in. A server of the family does not tell its terms; then there are its addresses, and no minimum is known. */
    getDepositTerms: build.query<readonly DepositChannel[], void>({
      queryFn: async (_none, _api, _options, runCall) => {
        const told = await runCall(toCall(getDepositTerms, {}));
        if (told.error === undefined) return { data: told.data as readonly DepositChannel[] };
        return told.error.code === 'CALL_NOT_FOUND' ? readFamilyTerms(runCall) : { error: told.error };
      },
      keepUnusedDataFor: 300,
    }),
    /**
     * Declares a deposit once, however often it is sent under the same id; `null` when the server tells no more than that it was taken. When
     * the answer is lost, the deposit is looked for by that id; OUTCOME_UNKNOWN when it is not found.
     */
    declareDeposit: build.mutation<Deposit | null, Declaration>({
      queryFn: async (declaration, _api, _options, runCall) => {
        const sent = await runCall(toCall(declareDeposit, declaration));
        if (sent.error === undefined) return { data: typeof sent.data === 'string' ? null : (sent.data as Deposit) };
        if (!isOutcomeUnknown(sent.error)) return { error: sent.error, meta: { isInline: true } };
        const looked = await runCall(toCall(listDeposits, { clientRequestId: declaration.clientRequestId }));
        const found = (looked.data as DepositPage | undefined)?.rows.find((row) => isSame(row, declaration));
        if (found !== undefined) return { data: found };
        return { error: { code: 'OUTCOME_UNKNOWN' }, meta: { isInline: true } };
      },
      extraOptions: { isMoneyWrite: true, errors: 'inline', timeoutMs: SEND_TIMEOUT_MS },
      invalidatesTags: ['Deposit'],
    }),
    /** Deposits of a filter, page by page, newest first. Live. */
    pageDeposits: build.infiniteQuery<readonly Deposit[], DepositFilter, number>({
      infiniteQueryOptions: newestFirst,
      query: ({ queryArg, pageParam }) => toCall(listDeposits, { ...queryArg, page: pageParam, limit: PAGE_LENGTH }),
      transformResponse: ({ rows }: DepositPage) => rows,
      providesTags: ['Deposit'],
      extraOptions: { keeps: {} },
    }),
    /** One deposit, `null` when there is no such. Live. */
    getDeposit: build.query<Deposit | null, DepositId>({
      query: (id) => toCall(listDeposits, { id, limit: 1 }),
      transformResponse: ({ rows }: DepositPage, _meta, id) => rows.find((row) => row.id === id) ?? null,
      providesTags: ['Deposit'],
      extraOptions: { keeps: {} },
    }),
  }),
});

export const { useGetDepositTermsQuery, useDeclareDepositMutation, usePageDepositsInfiniteQuery, useGetDepositQuery } =
  depositsApi;

// A server that does not know the id answers with other deposits.
function isSame(row: Deposit, { channelId, amount }: Declaration): boolean {
  return row.channelId === channelId && row.amount === amount && row.status === 'pending';
}
