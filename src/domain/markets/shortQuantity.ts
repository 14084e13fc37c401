/** Short quantities of the book and the tape: few enough digits to fit beside the price on the smallest phone. */
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

/**
 * A quantity in about six digits, rounded down. A nonzero quantity never shows as zero: below the precision it shows as
 * "less than".
 */
export function shortQuantity(quantity: Decimal, precision: number, format: Formats): string {
  if (compare(quantity, SHORT) >= 0) return format.compact(quantity);
  const places = Math.min(precision, PLACES_BELOW.find(([limit]) => compare(quantity, limit) < 0)?.[1] ?? 0);
  const least = stepOf(-places);
  const isLess = isPositive(quantity) && compare(quantity, least) < 0;
  return isLess ? `<${format.quantity(least, places)}` : format.quantity(quantity, places);
}
