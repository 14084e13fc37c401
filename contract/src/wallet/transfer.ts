/** Rules of transfers between the accounts of one user. Both sides apply them. */
import type { AccountKind } from './calls.ts';
import type { CodedError } from '../errors.ts';
import { fitsPlaces, isPositive, type Decimal, MONEY_PLACES } from '../money/money.ts';

/** Input of a transfer, possibly incomplete. */
export type TransferDraft = {
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly amount: Decimal | undefined;
};

/** Checks a transfer. Errors, in this order: TRANSFER_SAME_ACCOUNT, AMOUNT_REQUIRED, AMOUNT_PRECISION {places}. */
export function checkTransfer({ from, to, amount }: TransferDraft): CodedError | undefined {
  if (from === to) return { code: 'TRANSFER_SAME_ACCOUNT' };
  if (amount === undefined || !isPositive(amount)) return { code: 'AMOUNT_REQUIRED' };
  return fitsPlaces(amount, MONEY_PLACES) ? undefined : { code: 'AMOUNT_PRECISION', params: { places: MONEY_PLACES } };
}
