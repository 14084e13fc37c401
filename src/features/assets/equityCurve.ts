/**
 * Positions of the worth curve's points in its box, 0 to 1 in both directions, and what the curve shows. For drawing
 * only.
 */
import type { Performance } from '@halyard/contract/wallet/entryCalls';
import { max, min, toModelNumber, type Decimal } from '@halyard/contract/money';

type EquityPoint = Performance['curve'][number];

/** A drawn point: `x` from the first day to now, `y` from the highest worth (0) to the lowest (1). */
export type Spot = { readonly x: number; readonly y: number };

export type EquityCurve = {
  readonly spots: readonly Spot[];
  readonly lowest: Decimal;
  readonly highest: Decimal;
};

/** Share of the height left free above and below, so that the line's width is not cut. */
const INSET = 0.06;

/** The drawing of a curve; `undefined` for fewer than two points. */
export function equityCurve(points: readonly EquityPoint[]): EquityCurve | undefined {
  const [first, ...rest] = points.map(({ equity }) => equity);
  if (first === undefined || rest.length === 0) return undefined;
  const lowest = min(first, ...rest);
  const highest = max(first, ...rest);
  const floor = toModelNumber(lowest);
  const spread = toModelNumber(highest) - floor;
  const spots = [first, ...rest].map((equity, place) => {
    // A constant worth is drawn through the middle.
    const share = spread === 0 ? 0.5 : (toModelNumber(equity) - floor) / spread;
    return { x: place / rest.length, y: 1 - INSET - share * (1 - 2 * INSET) };
  });
  return { spots, lowest, highest };
}

/** SVG path through the points in a box of 100 by 100. */
export function linePath(spots: readonly Spot[]): string {
  const inBox = (share: number) => Math.round(share * 10_000) / 100;
  return `M${spots.map(({ x, y }) => `${inBox(x)},${inBox(y)}`).join('L')}`;
}

/** The day of a point: an end of day belongs to that day, not to the next one, which begins at the same moment. */
export function dayOf(point: EquityPoint): number {
  return Date.parse(point.at) - 1;
}
