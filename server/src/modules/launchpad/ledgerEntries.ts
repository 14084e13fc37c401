/** Ledger entries of subscriptions (docs/product.md section 5): held, then paid for coins, the rest released. */
import type { CurrencyId, SubscriptionId, UserId } from '@halyard/contract/ids';
import { add, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { AccountRef } from '../../ledger/accounts.ts';
import type { LedgerEntry } from '../../ledger/ledger.ts';

/** The amount that a subscription holds until the allotment, in the paying currency. */
export type HeldMoney = {
  readonly id: SubscriptionId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly amount: Decimal;
};

/** The allotted coins of a subscription, and their interest. */
export type AllottedCoins = Pick<HeldMoney, 'id' | 'userId'> & {
  readonly coinId: CurrencyId;
  readonly coins: Decimal;
  readonly interest: Decimal;
};

export function holdEntry(money: HeldMoney): LedgerEntry {
  const { amount } = money;
  return {
    kind: 'subscription_hold',
    reference: referenceOf(money),
    postings: [{ account: spotOf(money, money.currencyId), available: negate(amount), held: amount }],
  };
}

/** Releases the whole hold. */
export function releaseEntry(money: HeldMoney): LedgerEntry {
  const { amount } = money;
  return {
    kind: 'subscription_release',
    reference: referenceOf(money),
    postings: [{ account: spotOf(money, money.currencyId), available: amount, held: negate(amount) }],
  };
}

/** Pays for the coins, releases the rest, and delivers the coins: held while they are locked. */
export function allotEntry(
  money: HeldMoney & AllottedCoins & { readonly paid: Decimal; readonly isLocked: boolean },
): LedgerEntry {
  const { currencyId, coinId, amount, paid } = money;
  const coins = add(money.coins, money.interest);
  return {
    kind: 'subscription_allot',
    reference: referenceOf(money),
    postings: [
      { account: spotOf(money, currencyId), available: subtract(amount, paid), held: negate(amount) },
      { account: { house: 'subscription', currencyId }, available: paid, held: ZERO },
      { account: { house: 'subscription', currencyId: coinId }, available: negate(coins), held: ZERO },
      {
        account: spotOf(money, coinId),
        available: money.isLocked ? ZERO : coins,
        held: money.isLocked ? coins : ZERO,
      },
    ],
  };
}

/** Unlocks coins after their lock. */
export function unlockEntry(money: AllottedCoins): LedgerEntry {
  const coins = add(money.coins, money.interest);
  return {
    kind: 'subscription_unlock',
    reference: referenceOf(money),
    postings: [{ account: spotOf(money, money.coinId), available: coins, held: negate(coins) }],
  };
}

/** Reference of a subscription in ledger entries. */
function referenceOf({ id }: Pick<HeldMoney, 'id'>): string {
  return `subscription:${id}`;
}

function spotOf({ userId }: Pick<HeldMoney, 'userId'>, currencyId: CurrencyId): AccountRef {
  return { userId, kind: 'spot', currencyId };
}
