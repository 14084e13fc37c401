import { useMemo } from 'react';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { accountEquities, allHoldings, holdingsIn } from './holdings.ts';
import { useWallet } from './useWallet.ts';
import { usePriceInUsdt } from './useEquity.ts';

/** Every currency across accounts, live with the markets; `undefined` while unknown. */
export function useAllHoldings() {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => allHoldings(wallet, priceOf), [wallet, priceOf]);
}

/** The currencies of one account; `undefined` while unknown. */
export function useHoldingsIn(account: AccountKind) {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => holdingsIn(wallet, account, priceOf), [wallet, account, priceOf]);
}

/** The accounts with their worth in USDT; `undefined` while unknown. */
export function useAccountEquities() {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => accountEquities(wallet, priceOf), [wallet, priceOf]);
}
