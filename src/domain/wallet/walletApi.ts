/** Balances of the logged-in user (specification, section 7, "Wallet") and the test funds of the sandbox. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { fundAccount } from '@halyard/contract/calls/sandbox';
import { getWallet, type Wallet } from '@halyard/contract/calls/wallet';
import type { BalanceEvent } from '@halyard/contract/realtime/rooms';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { applyBalances } from './walletData.ts';

/** Test funds as asked for; `clientRequestId` is reused when the same is asked for again. */
type FundRequest = RequestOf<typeof fundAccount> & { readonly clientRequestId: string };

export const walletApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getWallet: build.query<Wallet, void>({
      query: () => toCall(getWallet, {}),
      providesTags: ['Wallet'],
      extraOptions: { keeps: { answerOf: (wallet: Wallet) => wallet } },
    }),
    /** Credits test funds. Exists only where the server is a sandbox: CALL_NOT_FOUND elsewhere. */
    fundAccount: build.mutation<AnswerOf<typeof fundAccount>, FundRequest>({
      query: (request) => toCall(fundAccount, request),
      extraOptions: { isMoneyWrite: true },
      invalidatesTags: ['Wallet'],
    }),
  }),
});

export const { useGetWalletQuery, useFundAccountMutation } = walletApi;

/** Puts changed balances into the cached wallet. */
export function cacheBalances(dispatch: AppDispatch, changed: readonly BalanceEvent[]): void {
  dispatch(
    walletApi.util.updateQueryData('getWallet', undefined, (wallet) => applyBalances(wallet as Wallet, changed)),
  );
}
