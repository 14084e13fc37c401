/** What a withdrawal costs and what it may be (specification, sections 5 and 9). Both sides apply these. */
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
} from '../money/money.ts';

/** Requests a UTC day (specification, section 9). */
export const WITHDRAWALS_PER_DAY = 3;
/** A withdrawal arrives within so many hours (specification, section 9). */
export const ARRIVAL_HOURS = 12;
/** Entries of an address book. */
export const ADDRESSES_MAX = 50;
/** Characters of an entry's label. */
export const LABEL_LENGTH_MAX = 40;
/** The most that is paid in or out at once, so that what is asked for always fits the ledger's width. */
export const AMOUNT_MAX = decimal('1000000000000');

const HUNDRED = decimal('100');

/** What the fee is made of; amounts in units of the settlement currency, the percentage of the amount asked for. */
export type WithdrawalFeeTerms = {
  readonly feePercent: Decimal;
  readonly feeMin: Decimal;
  /** Digits after the point. */
  readonly places: number;
};

/**
 * What is taken of an amount, and what arrives of it. The fee is rounded up to the places, so that the two always add
 * up to the amount; below {@link withdrawalMin} nothing is left to arrive.
 */
export function withdrawalReceipt(
  amount: Decimal,
  { feePercent, feeMin, places }: WithdrawalFeeTerms,
): { readonly fee: Decimal; readonly receipt: Decimal } {
  const share = divide(multiply(amount, feePercent), HUNDRED, places, 'up');
  const fee = max(share, round(feeMin, places, 'up'));
  return { fee, receipt: subtract(amount, fee) };
}

/**
 * The least that can be withdrawn: the published minimum, or more where that would not leave anything after the fee.
 * Throws `RangeError` when the fee is the whole amount.
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
 * Whether an amount may be paid in or out. Errors: AMOUNT_REQUIRED, AMOUNT_PRECISION {places}, AMOUNT_TOO_SMALL {min},
 * AMOUNT_TOO_LARGE {max}.
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
