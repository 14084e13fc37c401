/**
 * Where the points of the curve of worth lie in its box, both ways from 0 to 1, and what can be said of it. For the
 * picture alone.
 */
import type { Performance } from '@halyard/contract/wallet/entryCalls';
import { max, min, toModelNumber, type Decimal } from '@halyard/contract/money';

type EquityPoint = Performance['curve'][number];

/** A point of the picture: `x` from the first day to now, `y` from the highest worth (0) to the lowest (1). */
export type Spot = { readonly x: number; readonly y: number };

export type EquityCurve = {
  readonly spots: readonly Spot[];
  readonly lowest: Decimal;
  readonly highest: Decimal;
};

/** The line keeps this share of the height free above and below, so that its own width is never cut. */
const INSET = 0.06;

/** The picture of a curve; `undefined` for fewer than two points, which make no line. */
export function equityCurve(points: readonly EquityPoint[]): EquityCurve | undefined {
  const [first, ...rest] = points.map(({ equity }) => equity);
  if (first === undefined || rest.length === 0) return undefined;
  const lowest = min(first, ...rest);
  const highest = max(first, ...rest);
  const floor = toModelNumber(lowest);
  const spread = toModelNumber(highest) - floor;
  const spots = [first, ...rest].map((equity, place) => {
    // A worth that never moved makes a line through the middle.
    const share = spread === 0 ? 0.5 : (toModelNumber(equity) - floor) / spread;
    return { x: place / rest.length, y: 1 - INSET - share * (1 - 2 * INSET) };
  });
  return { spots, lowest, highest };
}

/** The line through the spots in a box of 100 by 100. */
export function linePath(spots: readonly Spot[]): string {
  const inBox = (share: number) => Math.round(share * 10_000) / 100;
  return `M${spots.map(({ x, y }) => `${inBox(x)},${inBox(y)}`).join('L')}`;
}

/**
 * The moment that a point is about: the end of a day belongs to that day, not to the next, which begins at the same
 * moment.
 */
export function dayOf(point: EquityPoint): number {
  return Date.parse(point.at) - 1;
}
