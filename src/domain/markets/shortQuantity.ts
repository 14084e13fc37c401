/** How quantities of the book and the tape are written: in so few digits that they stand beside their price on the smallest phone. */
import { compare, decimal, isPositive, type Decimal } from '@halyard/contract/money';
import type { formatsOf } from '../../shared/format/useFormat.ts';
import { stepOf } from './bookRows.ts';

type Formats = ReturnType<typeof formatsOf>;

const SHORT = decimal('100000');
const PLACES_BELOW = [
  [decimal('100'), 4],
  [decimal('1000'), 3],
  [decimal('10000'), 2],
  [SHORT, 1],
] as const;
const LEAST_OF_FOUR = decimal('0.0001');

/**
 * A quantity in six digits or so, rounded down. Nothing looks like zero that is not: what is too small for four places is written whole, and what is
 * below the market's precision, as trades of other exchanges may be, as less than its step.
 */
export function shortQuantity(quantity: Decimal, precision: number, format: Formats): string {
  if (compare(quantity, SHORT) >= 0) return format.compact(quantity);
  const step = stepOf(-precision);
  if (isPositive(quantity) && compare(quantity, step) < 0) return `<${format.quantity(step, precision)}`;
  if (compare(quantity, LEAST_OF_FOUR) < 0) return format.quantity(quantity, precision);
  const places = PLACES_BELOW.find(([limit]) => compare(quantity, limit) < 0)?.[1] ?? 0;
  return format.quantity(quantity, Math.min(precision, places));
}
