/** What a withdrawal costs and what it may be (specification, sections 5 and 9). Both sides apply these. */
import type { CodedError } from '../errors.ts';
import {
  compare,
  decimal,
  divide,
  isPositive,
  max,
  multiply,
  placesOf,
  subtract,
  type Decimal,
} from '../money/money.ts';

/** Requests a UTC day (specification, section 9). */
export const WITHDRAWALS_PER_DAY = 3;
/** A withdrawal arrives within so many hours (specification, section 9). */
export const ARRIVAL_HOURS = 12;

const HUNDRED = decimal('100');

/** What the fee is made of; amounts in units of the settlement currency, the percentage of the amount asked for. */
export type WithdrawalFeeTerms = {
  readonly feePercent: Decimal;
  readonly feeMin: Decimal;
  /** Digits after the point. */
  readonly places: number;
};

/** What is taken of an amount, and what arrives of it. The fee is rounded up, so that the two always add up to the amount. */
export function withdrawalReceipt(
  amount: Decimal,
  { feePercent, feeMin, places }: WithdrawalFeeTerms,
): { readonly fee: Decimal; readonly receipt: Decimal } {
  const share = divide(multiply(amount, feePercent), HUNDRED, places, 'up');
  const fee = max(share, feeMin);
  return { fee, receipt: subtract(amount, fee) };
}

/**
 * Whether an amount may be paid in or out. Errors: AMOUNT_REQUIRED, AMOUNT_PRECISION {places}, AMOUNT_TOO_SMALL {min}.
 */
export function checkAmount(
  amount: Decimal | undefined,
  { min, places }: { readonly min: Decimal; readonly places: number },
): CodedError | undefined {
  if (amount === undefined || !isPositive(amount)) return { code: 'AMOUNT_REQUIRED' };
  if (placesOf(amount) > places) return { code: 'AMOUNT_PRECISION', params: { places } };
  if (compare(amount, min) < 0) return { code: 'AMOUNT_TOO_SMALL', params: { min } };
  return undefined;
}
