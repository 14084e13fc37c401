import type { AccountKind, Balance, Wallet } from '@halyard/contract/wallet/calls';
import { add, multiply, ZERO, isZero, type Decimal } from '@halyard/contract/money';
import type { BalanceEvent } from '@halyard/contract/realtime/accountRoom';

/** The wallet after balances changed. Totals stay as the server sent them: {@link valueInUsdt} follows the market. */
export function applyBalances(wallet: Wallet, changed: readonly BalanceEvent[]): Wallet {
  return changed.reduce(applyBalance, wallet);
}

/** The balances of one account; `undefined` when the server lacks that account. */
export function balancesOf(wallet: Wallet | undefined, account: AccountKind): readonly Balance[] | undefined {
  return wallet?.[account]?.balances;
}

/** One currency of one account, by name; `undefined` when unknown, which is not zero. */
export function balanceOf(wallet: Wallet | undefined, account: AccountKind, currency: string): Balance | undefined {
  return balancesOf(wallet, account)?.find((balance) => balance.currency === currency);
}

/**
 * Worth of balances in USDT, exact, by `priceOf` a currency, else by the price sent with the balance. Coins that no
 * market can value are left out. `undefined` when another price of anything owned is missing: a partial total would be
 * wrong.
 */
export function valueInUsdt(
  balances: readonly Balance[],
  priceOf: (currency: string) => Decimal | null | undefined,
): Decimal | undefined {
  let total = ZERO;
  for (const balance of balances) {
    const owned = add(balance.available, balance.held);
    if (isZero(owned) || balance.isValued === false) continue;
    const price = priceOf(balance.currency) ?? balance.usdtPrice;
    if (price == null) return undefined;
    total = add(total, multiply(owned, price));
  }
  return total;
}

function applyBalance(wallet: Wallet, { account, currencyId, currency, available, held }: BalanceEvent): Wallet {
  const group = wallet[account];
  if (group === undefined) return wallet;
  const isKnown = group.balances.some((balance) => balance.currencyId === currencyId);
  const balances = isKnown
    ? group.balances.map((balance) => (balance.currencyId === currencyId ? { ...balance, available, held } : balance))
    : [...group.balances, { currencyId, currency, available, held }];
  return { ...wallet, [account]: { ...group, balances } };
}
