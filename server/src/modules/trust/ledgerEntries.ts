/** Ledger entries of trust orders: the interest is held at the purchase and paid day by day. */
import type { CurrencyId, TrustOrderId, UserId } from '@halyard/contract/ids';
import { add, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { AccountRef } from '../../ledger/accounts.ts';
import type { LedgerEntry } from '../../ledger/ledger.ts';

/** The money of an order and its user. */
export type OrderMoney = {
  readonly id: TrustOrderId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly amount: Decimal;
  /** Of the whole term. */
  readonly interest: Decimal;
};

/** Holds the user's principal, and the whole interest of the house. */
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

/** Releases the principal at the end. */
export function matureEntry(order: OrderMoney): LedgerEntry {
  const { amount } = order;
  return {
    kind: 'trust_mature',
    reference: referenceOf(order),
    postings: [{ account: trustAccount(order), available: amount, held: negate(amount) }],
  };
}

/** Releases the principal less the penalty; unpaid interest goes back to the house. */
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
