/** The venues that a live feed can be made of. None is on unless the operator names it. */
import { binance } from './binance.ts';
import { bybit } from './bybit.ts';
import { coinbase } from './coinbase.ts';
import { kraken } from './kraken.ts';
import { okx } from './okx.ts';
import type { Venue } from './venue.ts';

export const VENUES: readonly Venue[] = [binance, kraken, coinbase, okx, bybit];

/** The venue of a name. */
export function findVenue(name: string): Venue | undefined {
  return VENUES.find((venue) => venue.name === name);
}
