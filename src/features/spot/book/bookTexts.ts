/** How figures of a book are written: prices by the step, quantities in so few digits that they stand beside them on the smallest phone. */
import type { Market } from '@halyard/contract/calls/markets';
import { compare, decimal, placesOf, type Decimal } from '@halyard/contract/money';
import type { formatsOf } from '../../../shared/format/useFormat.ts';

type Formats = ReturnType<typeof formatsOf>;

/** What rows have to know to be written; the same values as long as nothing is chosen anew. */
export type BookTexts = {
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  readonly showsSums: boolean;
};

export function bookTexts(market: Market, step: Decimal | undefined, showsSums: boolean): BookTexts {
  const pricePlaces = step === undefined ? market.pricePrecision : placesOf(step);
  return { pricePlaces, quantityPlaces: market.quantityPrecision, showsSums };
}

const SHORT = decimal('100000');
const PLACES_BELOW = [
  [decimal('100'), 4],
  [decimal('1000'), 3],
  [decimal('10000'), 2],
  [SHORT, 1],
] as const;
const LEAST_OF_FOUR = decimal('0.0001');

/** A quantity in six digits or so, rounded down; what is too small for four places is written whole, so that nothing looks like zero. */
export function shortQuantity(quantity: Decimal, precision: number, format: Formats): string {
  if (compare(quantity, SHORT) >= 0) return format.compact(quantity);
  if (compare(quantity, LEAST_OF_FOUR) < 0) return format.quantity(quantity, precision);
  const places = PLACES_BELOW.find(([limit]) => compare(quantity, limit) < 0)?.[1] ?? 0;
  return format.quantity(quantity, Math.min(precision, places));
}
