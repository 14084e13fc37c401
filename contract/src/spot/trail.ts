/** Trailing stops: their distance from the extreme, and where they trigger. */
import type { Side } from './calls.ts';
import type { CodedError } from '../errors.ts';
import { add, compare, decimal, fitsPlaces, multiply, subtract, ZERO, type Decimal } from '../money/money.ts';

/** How a trailing stop follows the price: at a fraction of its extreme, or at an amount. */
export type Trail = {
  readonly fraction?: Decimal | undefined;
  readonly amount?: Decimal | undefined;
  /** It follows from the first price at or above (sell) or below (buy) this one. */
  readonly activationPrice?: Decimal | undefined;
};

const LEAST = decimal('0.001');
const MOST = decimal('0.2');
/** In percent these are two. */
const FRACTION_PLACES = 4;
const HUNDRED = decimal('100');

/** Checks that there is one distance, and its size: that of an amount as a part of `price`. */
export function checkTrailDistance(
  { fraction, amount }: Trail,
  price: Decimal | undefined,
  pricePrecision: number,
): CodedError | undefined {
  if (fraction !== undefined && amount !== undefined) return { code: 'ORDER_TERMS_INVALID' };
  const distance = fraction ?? amount;
  if (distance === undefined) return { code: 'ORDER_TERMS_INVALID' };
  const whole = fraction === undefined ? (price ?? ZERO) : decimal('1');
  const isWithin = compare(distance, multiply(whole, LEAST)) >= 0 && compare(distance, multiply(whole, MOST)) <= 0;
  if (isWithin && fitsPlaces(distance, fraction === undefined ? pricePrecision : FRACTION_PLACES)) return undefined;
  return { code: 'TRAIL_OUT_OF_RANGE', params: { min: multiply(LEAST, HUNDRED), max: multiply(MOST, HUNDRED) } };
}

/** The exact price of the trigger: the extreme less the distance to sell, plus the distance to buy. */
export function trailTrigger(side: Side, { fraction, amount }: Trail, extreme: Decimal): Decimal {
  const distance = amount ?? multiply(extreme, fraction ?? ZERO);
  return side === 'sell' ? subtract(extreme, distance) : add(extreme, distance);
}
