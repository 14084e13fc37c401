/** What a trust order does to the books: its interest is set aside at the purchase, and given out day by day. */
import type { CurrencyId, TrustOrderId, UserId } from '@halyard/contract/ids';
import { add, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { AccountRef } from '../../ledger/accounts.ts';
import type { LedgerEntry } from '../../ledger/ledger.ts';

/** The money of an order, and whose it is. */
export type OrderMoney = {
  readonly id: TrustOrderId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly amount: Decimal;
  /** Of the whole term. */
  readonly interest: Decimal;
};

/** Sets aside the principal of the user, and all interest of the house. */
export function openEntry(order: OrderMoney): LedgerEntry {
  const { amount, interest } = order;
  return {
    kind: 'trust_open',
    reference: referenceOf(order),
    postings: [
      { account: trustAccount(order), available: negate(amount), held: amount },
      { account: houseAccount(order), available: negate(interest), held: interest },
    ],
  };
}

/** Pays the interest of a day. */
export function interestEntry(order: OrderMoney, amount: Decimal): LedgerEntry {
  return {
    kind: 'trust_interest',
    reference: referenceOf(order),
    postings: [
      { account: trustAccount(order), available: amount, held: ZERO },
      { account: houseAccount(order), available: ZERO, held: negate(amount) },
    ],
  };
}

/** Gives the principal back at the end. */
export function matureEntry(order: OrderMoney): LedgerEntry {
  const { amount } = order;
  return {
    kind: 'trust_mature',
    reference: referenceOf(order),
    postings: [{ account: trustAccount(order), available: amount, held: negate(amount) }],
  };
}

/** Gives the principal back without the penalty; what was not paid of the interest is the house's own again. */
export function redeemEntry(
  order: OrderMoney,
  { penalty, paid }: { readonly penalty: Decimal; readonly paid: Decimal },
): LedgerEntry {
  const { amount, interest } = order;
  const unpaid = subtract(interest, paid);
  return {
    kind: 'trust_redeem',
    reference: referenceOf(order),
    postings: [
      { account: trustAccount(order), available: subtract(amount, penalty), held: negate(amount) },
      { account: houseAccount(order), available: add(unpaid, penalty), held: negate(unpaid) },
    ],
  };
}

function referenceOf({ id }: Pick<OrderMoney, 'id'>): string {
  return `trust:${id}`;
}

function trustAccount({ userId, currencyId }: OrderMoney): AccountRef {
  return { userId, kind: 'trust', currencyId };
}

function houseAccount({ currencyId }: OrderMoney): AccountRef {
  return { house: 'trust', currencyId };
}
