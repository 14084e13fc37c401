import type { Columns } from './candleSource.ts';

/** Prices in sight, from the bottom of the pane to its top. */
export type PriceRange = { readonly min: number; readonly max: number };

/** Air above the highest and below the lowest price, as a share of what lies between. */
const AIR = 0.08;
/** Around a price that has not moved, as a share of it. */
const STILL_AIR = 0.001;

/** The range of the lows and highs of some candles with air around them; undefined when there are none. */
export function priceRange({ low, high }: Columns, [start, end]: readonly [number, number]): PriceRange | undefined {
  let min = Infinity;
  let max = -Infinity;
  for (let index = start; index < end; index += 1) {
    min = Math.min(min, low[index] ?? Infinity);
    max = Math.max(max, high[index] ?? -Infinity);
  }
  if (min > max) return undefined;
  const air = max > min ? (max - min) * AIR : Math.abs(max) * STILL_AIR || 1;
  return { min: min - air, max: max + air };
}

/** Round prices for the axis, at most `countMax`, none of them finer than the market's `places`. */
export function priceTicks({ min, max }: PriceRange, countMax: number, places: number): number[] {
  const step = Math.max(niceStep((max - min) / Math.max(1, countMax)), 10 ** -places);
  const first = Math.ceil(min / step);
  const last = Math.floor(max / step);
  // Multiplying whole numbers, rather than adding up steps, keeps 0.1 + 0.2 out of the labels.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => (first + place) * step);
}

/** The smallest of 1, 2 and 5 times a power of ten that is not less than `rough`. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * power;
}
