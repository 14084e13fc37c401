/** What the user owns, by account and by currency, live with the markets. */
import { useMemo } from 'react';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { accountEquities, allHoldings, holdingsIn } from './holdings.ts';
import { useWallet } from './useWallet.ts';
import { usePriceInUsdt } from './useEquity.ts';

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
export function useAccountEquities() {
  const { wallet } = useWallet();
  const priceOf = usePriceInUsdt();
  return useMemo(() => accountEquities(wallet, priceOf), [wallet, priceOf]);
}
