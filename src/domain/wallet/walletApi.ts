/** Balances of the logged-in user. */
import { getWallet, type Wallet } from '@halyard/contract/wallet/calls';
import type { BalanceEvent } from '@halyard/contract/realtime/accountRoom';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { applyBalances } from './walletData.ts';

export const walletApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    getWallet: build.query<Wallet, void>({
      query: () => toCall(getWallet, {}),
      providesTags: ['Wallet'],
      extraOptions: { cache: { answerOf: (wallet: Wallet) => wallet } },
    }),
  }),
});

export const { useGetWalletQuery } = walletApi;

/** Applies changed balances to the cached wallet. */
export function cacheBalances(dispatch: AppDispatch, changed: readonly BalanceEvent[]): void {
  dispatch(
    walletApi.util.updateQueryData('getWallet', undefined, (wallet) => applyBalances(wallet as Wallet, changed)),
  );
}
