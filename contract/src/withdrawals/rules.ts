/** Fees and limits of withdrawals (docs/product.md 7). Both sides apply them. */
import type { CodedError } from '../errors.ts';
import {
  add,
  compare,
  decimal,
  divide,
  isPositive,
  max,
  multiply,
  ONE,
  placesOf,
  round,
  subtract,
  type Decimal,
  HUNDRED,
  percentOf,
} from '../money/money.ts';

/** Requests per UTC day. */
export const WITHDRAWALS_PER_DAY = 3;
/** Hours within which a withdrawal arrives. */
export const ARRIVAL_HOURS = 12;
/** Entries of an address book. */
export const ADDRESSES_MAX = 50;
/** Characters of an entry's label. */
export const LABEL_LENGTH_MAX = 40;
/** Largest deposit or withdrawal, which keeps every request within the ledger's width. */
export const AMOUNT_MAX = decimal('1000000000000');

/** Terms of the fee; amounts in units of the settlement currency, the percentage of the requested amount. */
export type WithdrawalFeeTerms = {
  readonly feePercent: Decimal;
  readonly feeMin: Decimal;
  /** Decimal places. */
  readonly places: number;
};

/**
 * Fee and receipt of an amount. The fee is rounded up to the places, so that the two always sum to the amount; below
 * {@link withdrawalMin} nothing would be received.
 */
export function withdrawalReceipt(
  amount: Decimal,
  { feePercent, feeMin, places }: WithdrawalFeeTerms,
): { readonly fee: Decimal; readonly receipt: Decimal } {
  const share = round(percentOf(amount, feePercent), places, 'up');
  const fee = max(share, round(feeMin, places, 'up'));
  return { fee, receipt: subtract(amount, fee) };
}

/**
 * The smallest withdrawal: the published minimum, or more where that would leave nothing after the fee. Throws
 * `RangeError` when the fee is the whole amount.
 */
export function withdrawalMin({ min, ...fee }: WithdrawalFeeTerms & { readonly min: Decimal }): Decimal {
  const left = subtract(HUNDRED, fee.feePercent);
  if (!isPositive(left)) throw new RangeError('the fee is the whole amount');
  const unit = divide(ONE, decimal(`1${'0'.repeat(fee.places)}`), fee.places, 'down');
  const overShare = multiply(divide(HUNDRED, left, 0, 'up'), unit);
  const overLeast = add(round(fee.feeMin, fee.places, 'up'), unit);
  return max(min, overShare, overLeast);
}

/**
 * Checks the amount of a deposit or withdrawal. Errors: AMOUNT_REQUIRED, AMOUNT_PRECISION {places}, AMOUNT_TOO_SMALL
 * {min}, AMOUNT_TOO_LARGE {max}.
 */
export function checkAmount(
  amount: Decimal | undefined,
  { min, places }: { readonly min: Decimal; readonly places: number },
): CodedError | undefined {
  if (amount === undefined || !isPositive(amount)) return { code: 'AMOUNT_REQUIRED' };
  if (placesOf(amount) > places) return { code: 'AMOUNT_PRECISION', params: { places } };
  if (compare(amount, min) < 0) return { code: 'AMOUNT_TOO_SMALL', params: { min } };
  return compare(amount, AMOUNT_MAX) > 0 ? { code: 'AMOUNT_TOO_LARGE', params: { max: AMOUNT_MAX } } : undefined;
}
