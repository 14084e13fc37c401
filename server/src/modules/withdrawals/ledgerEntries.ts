/** Ledger entries of a withdrawal: a hold at the request, then a payout or a release. */
import type { CurrencyId, UserId, WithdrawalId } from '@halyard/contract/ids';
import { negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { AccountRef, LedgerEntry } from '../../ledger/ledger.ts';

/** The money of a withdrawal: amounts in units of the settlement currency. */
export type WithdrawalMoney = {
  readonly id: WithdrawalId;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  /** Gross. */
  readonly amount: Decimal;
  readonly fee: Decimal;
};

/** Holds the amount. */
export function holdEntry(money: WithdrawalMoney): LedgerEntry {
  const { amount } = money;
  return {
    kind: 'withdraw_hold',
    reference: referenceOf(money),
    postings: [{ account: spotOf(money), available: negate(amount), held: amount }],
  };
}

/** Releases the whole hold. */
export function releaseEntry(money: WithdrawalMoney): LedgerEntry {
  const { amount } = money;
  return {
    kind: 'withdraw_release',
    reference: referenceOf(money),
    postings: [{ account: spotOf(money), available: amount, held: negate(amount) }],
  };
}

/** Pays out the hold: the fee to the house, the rest to the outside world. */
export function settleEntry(money: WithdrawalMoney): LedgerEntry {
  const { amount, fee, currencyId } = money;
  return {
    kind: 'withdraw_settle',
    reference: referenceOf(money),
    postings: [
      { account: spotOf(money), available: ZERO, held: negate(amount) },
      { account: { house: 'fees', currencyId }, available: fee, held: ZERO },
      { account: { house: 'outside', currencyId }, available: subtract(amount, fee), held: ZERO },
    ],
  };
}

function spotOf({ userId, currencyId }: WithdrawalMoney): AccountRef {
  return { userId, kind: 'spot', currencyId };
}

function referenceOf({ id }: WithdrawalMoney): string {
  return `withdrawal:${id}`;
}
