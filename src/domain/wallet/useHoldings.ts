/** What the user owns, by account and by currency, live with the markets. */
import { useMemo } from 'react';
import type { AccountKind } from '@halyard/contract/calls/wallet';
import { accountWorths, allHoldings, holdingsIn } from './holdings.ts';
import { useWallet } from './useWallet.ts';
import { usePriceInUsdt } from './useWorth.ts';

/** Every currency over all accounts; `undefined` while it is not known. */
export function useAllHoldings() {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => allHoldings(wallet, priceOf), [wallet, priceOf]);
}

/** The currencies of one account; `undefined` while they are not known. */
export function useHoldingsIn(account: AccountKind) {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => holdingsIn(wallet, account, priceOf), [wallet, account, priceOf]);
}

/** The accounts with their worth in USDT; `undefined` while they are not known. */
export function useAccountWorths() {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => accountWorths(wallet, priceOf), [wallet, priceOf]);
}
