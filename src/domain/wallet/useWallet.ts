import { skipToken } from '@reduxjs/toolkit/query';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { useAsOf } from '../../shared/api/useAsOf.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { useGetWalletQuery } from './walletApi.ts';
import { balanceOf } from './walletData.ts';

/** All balances of the user, live; undefined while logged out. `asOfMs` is their time when they are not current. */
export function useWallet() {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const query = useGetWalletQuery(isLoggedIn ? undefined : skipToken);
  const { currentData, error, isFetching, refetch } = query;
  const asOfMs = useAsOf(query, true);
  const failure = currentData === undefined ? (error as AppError | undefined) : undefined;
  const isLive = useMoneyBlockedReason() === undefined && currentData !== undefined;
  return {
    wallet: currentData,
    error: failure,
    isFetching,
    retry: refetch,
    updatedAtMs: isLive ? ('live' as const) : undefined,
    asOfMs,
  };
}

/** One balance; `undefined` when unknown, which is not zero. */
export function useBalance(account: AccountKind, currency: string | undefined) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return useGetWalletQuery(isLoggedIn ? undefined : skipToken, {
    selectFromResult: ({ currentData }) => ({
      balance: currency === undefined ? undefined : balanceOf(currentData, account, currency),
    }),
  }).balance;
}
