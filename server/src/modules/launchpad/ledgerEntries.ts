/** What a subscription does to the books (products.md 4.3): held, then paid for coins, the rest given back. */
import type { CurrencyId, SubscriptionId, UserId } from '@halyard/contract/ids';
import { add, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { AccountRef } from '../../ledger/accounts.ts';
import type { LedgerEntry } from '../../ledger/ledger.ts';

/** What a subscription holds until it is allotted, in the currency that is paid in. */
export type HeldMoney = {
  readonly id: SubscriptionId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly amount: Decimal;
};

/** The coins of a subscription, with their interest beside them. */
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

/** Gives back what was held, all of it. */
export function releaseEntry(money: HeldMoney): LedgerEntry {
  const { amount } = money;
  return {
    kind: 'subscription_release',
    reference: referenceOf(money),
    postings: [{ account: spotOf(money, money.currencyId), available: amount, held: negate(amount) }],
  };
}

/** Pays for the coins, gives the rest back, and hands the coins over: held while they are locked. */
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

/** Frees coins when their lock is over. */
export function unlockEntry(money: AllottedCoins): LedgerEntry {
  const coins = add(money.coins, money.interest);
  return {
    kind: 'subscription_unlock',
    reference: referenceOf(money),
    postings: [{ account: spotOf(money, money.coinId), available: coins, held: negate(coins) }],
  };
}

/** By which the ledger's entries name a subscription. */
function referenceOf({ id }: Pick<HeldMoney, 'id'>): string {
  return `subscription:${id}`;
}

function spotOf({ userId }: Pick<HeldMoney, 'userId'>, currencyId: CurrencyId): AccountRef {
  return { userId, kind: 'spot', currencyId };
}
