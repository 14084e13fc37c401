/** Mapping between the anchors of drawings, in time and price, and places on the picture, in px. */
import { fromModelNumber, isPositive, toModelNumber, type Decimal } from '@halyard/contract/money';
import type { DrawingPoint } from '@halyard/contract/user/drawings';
import { placeAt, xOf, valueAt, yOf } from '../../../shared/charts/layout.ts';
import type { Scene } from '../../../shared/charts/scene.ts';

/** The parts of a scene that determine where an anchor is. */
export type Frame = Pick<Scene, 'candleMs' | 'columns' | 'layout' | 'price' | 'view'>;

/** A place on the picture, in px from its top left corner. */
export type Spot = { readonly x: number; readonly y: number };

/** Distance within which a point snaps to a price of a candle. */
const SNAP_PX = 8;

/**
 * Index of the candle that contains a moment. Before the first and after the last candle it counts on by the interval,
 * so that a point may be in the future.
 */
export function indexAt({ columns, candleMs }: Frame, atMs: number): number {
  const { openedAtMs, length } = columns;
  const [first, last] = [openedAtMs[0] ?? 0, openedAtMs[length - 1] ?? 0];
  if (atMs < first) return Math.floor((atMs - first) / candleMs);
  if (atMs >= last) return length - 1 + Math.floor((atMs - last) / candleMs);
  let [low, high] = [0, length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((openedAtMs[middle] ?? 0) <= atMs) low = middle;
    else high = middle;
  }
  return low;
}

/** The opening of a candle, also of one that is not loaded or has not begun. */
export function momentAt({ columns, candleMs }: Frame, index: number): number {
  const { openedAtMs, length } = columns;
  const last = length - 1;
  if (index < 0) return Math.max(0, (openedAtMs[0] ?? 0) + index * candleMs);
  if (index > last) return (openedAtMs[last] ?? 0) + (index - last) * candleMs;
  return openedAtMs[index] ?? 0;
}

/** The place of an anchor. */
export function spotOf([atMs, price]: DrawingPoint, frame: Frame): Spot {
  return { x: xOf(indexAt(frame, atMs), frame.view, frame.layout), y: yOf(toModelNumber(price), frame.price) };
}

/** The anchor at a place; `undefined` where there is no positive price. */
export function pointAt(spot: Spot, frame: Frame, places: number): DrawingPoint | undefined {
  return pointOf(Math.floor(placeAt(spot.x, frame.view, frame.layout)), valueAt(spot.y, frame.price), frame, places);
}

function pointOf(index: number, value: number, frame: Frame, places: number): DrawingPoint | undefined {
  const price = positivePrice(value, places);
  return price && [momentAt(frame, index), price];
}

function positivePrice(value: number, places: number): Decimal | undefined {
  if (!(value > 0) || !Number.isFinite(value)) return undefined;
  const price = fromModelNumber(value, places);
  return isPositive(price) ? price : undefined;
}

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** The nearest open, high, low or close within 8 px of a place; otherwise the anchor at the place itself. */
export function snappedAt(spot: Spot, frame: Frame, places: number): DrawingPoint | undefined {
  const { columns, layout, view, price: scale } = frame;
  const reach = (SNAP_PX / layout.plotWidth) * view.span;
  const place = placeAt(spot.x, view, layout);
  const from = Math.max(0, Math.floor(place - reach));
  const to = Math.min(columns.length - 1, Math.floor(place + reach));
  let best: { readonly index: number; readonly value: number } | undefined;
  let nearest = SNAP_PX;
  for (let index = from; index <= to; index += 1) {
    // Anywhere over its candle, a point is at no sideways distance.
    const aside = Math.max(0, Math.abs(place - index - 0.5) - 0.5) * (layout.plotWidth / view.span);
    for (const name of PRICES) {
      const value = columns[name][index] ?? 0;
      const distance = Math.hypot(aside, yOf(value, scale) - spot.y);
      if (distance > nearest) continue;
      nearest = distance;
      best = { index, value };
    }
  }
  return best === undefined ? pointAt(spot, frame, places) : pointOf(best.index, best.value, frame, places);
}

/** The points moved by a distance; `undefined` when one would leave the positive prices. */
export function movedBy(
  points: readonly DrawingPoint[],
  by: Spot,
  frame: Frame,
  places: number,
): readonly DrawingPoint[] | undefined {
  const bars = Math.round((by.x / frame.layout.plotWidth) * frame.view.span);
  const moved = points.flatMap((point): DrawingPoint[] => {
    const [atMs, price] = point;
    const movedMs = bars === 0 ? atMs : momentAt(frame, indexAt(frame, atMs) + bars);
    if (by.y === 0) return [[movedMs, price]];
    const raised = positivePrice(valueAt(spotOf(point, frame).y + by.y, frame.price), places);
    return raised === undefined ? [] : [[movedMs, raised]];
  });
  return moved.length === points.length ? moved : undefined;
}

/** Points moved by bars and by an amount of the price. */
export function stepped(
  points: readonly DrawingPoint[],
  { bars, raise }: { readonly bars: number; readonly raise: (price: Decimal) => Decimal },
  frame: Frame,
): readonly DrawingPoint[] | undefined {
  const moved = points.map(([atMs, price]): DrawingPoint => [
    bars === 0 ? atMs : momentAt(frame, indexAt(frame, atMs) + bars),
    raise(price),
  ]);
  return moved.every(([, price]) => isPositive(price)) ? moved : undefined;
}
