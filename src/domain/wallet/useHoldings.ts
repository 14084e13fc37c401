/** What the user owns, by account and by currency, live with the markets. */
import { useMemo } from 'react';
import type { AccountKind } from '@halyard/contract/calls/wallet';
import { divide, ONE, type Decimal } from '@halyard/contract/money';
import { accountWorths, allHoldings, holdingsIn } from './holdings.ts';
import { useWallet } from './useWallet.ts';
import { usePriceInUsdt } from './useWorth.ts';

/** The places of an amount in any currency. */
const AMOUNT_PLACES = 8;

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

/** A worth in USDT told in another currency, rounded down at 8 places; `undefined` when either is not known. */
export function useConvert(unit: string): (usdt: Decimal | undefined) => Decimal | undefined {
  const priceOf = usePriceInUsdt();
  const price = unit === 'USDT' ? ONE : priceOf(unit);
  return (usdt) => (usdt === undefined || price === undefined ? undefined : divide(usdt, price, AMOUNT_PLACES, 'down'));
}
