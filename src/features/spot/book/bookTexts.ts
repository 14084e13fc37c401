/** What rows of the book have to know to be written. */
import type { Market } from '@halyard/contract/calls/markets';
import { placesOf, type Decimal } from '@halyard/contract/money';

/** The same values as long as nothing is chosen anew. */
export type BookTexts = {
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  readonly showsSums: boolean;
};

export function bookTexts(market: Market, step: Decimal | undefined, showsSums: boolean): BookTexts {
  const pricePlaces = step === undefined ? market.pricePrecision : placesOf(step);
  return { pricePlaces, quantityPlaces: market.quantityPrecision, showsSums };
}
