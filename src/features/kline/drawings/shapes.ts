/** Lines, area and labels of drawings in px, for painting and for hit tests. */
import type { Drawing } from '@halyard/contract/user/drawings';
import type { Spot } from './projection.ts';

export type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

/** Text that begins at `x`, with `y` in the middle of its height. */
export type Label = { readonly text: string; readonly x: number; readonly y: number };

export type Shape = {
  readonly segments: readonly Segment[];
  /** Thin and dashed. */
  readonly faint?: Segment;
  /** Corners of the washed area. */
  readonly area: readonly Spot[];
  readonly labels: readonly Label[];
};

/** The drawable part of the price pane, in px. */
export type Room = { readonly width: number; readonly height: number };

export const FIB_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** Price at a share of a retracement: 0 is the end of the move and 1 its beginning. */
export function fibPrice(share: number, from: number, to: number): number {
  return to + (from - to) * share;
}

/** `heights`: places of the retracement's levels, which a logarithmic scale does not space evenly. */
type Given = { readonly captions: readonly string[]; readonly heights: readonly number[]; readonly room: Room };

const LABEL_PX = 6;
/** Between the anchor of a text and its letters. */
const TEXT_PX = 10;
const ARROW_PX = 6;

/** The shape of a drawing whose points are at `spots`. A drawing that is just begun may lack points. */
export function shapeOf(kind: Drawing['kind'], spots: readonly Spot[], given: Given): Shape {
  const [a = NOWHERE, b = a, c] = spots;
  const { room, captions, heights } = given;
  switch (kind) {
    case 'level':
      return { ...EMPTY, segments: [[0, a.y, room.width, a.y]] };
    case 'trend':
      return { ...EMPTY, segments: [line(a, b)] };
    case 'ray':
      return { ...EMPTY, segments: [line(a, endOfRay(a, b, room))] };
    case 'channel':
      return channelOf(a, b, c);
    case 'box':
      return { segments: sides(a, b), area: corners(a, b), labels: [] };
    case 'fib':
      return fibOf(a, b, captions, heights);
    case 'range':
      return rangeOf(a, b, captions[0] ?? '', room);
    case 'text':
      return { ...EMPTY, labels: [{ text: captions[0] ?? '', x: a.x + TEXT_PX, y: a.y }] };
  }
}

const NOWHERE: Spot = { x: 0, y: 0 };
const EMPTY: Shape = { segments: [], area: [], labels: [] };

const line = (a: Spot, b: Spot): Segment => [a.x, a.y, b.x, b.y];

const corners = (a: Spot, b: Spot): readonly Spot[] => [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];

function sides(a: Spot, b: Spot): readonly Segment[] {
  const all = corners(a, b);
  return all.map((corner, place) => line(corner, all[(place + 1) % all.length] ?? corner));
}

/** The place at which the line from `a` through `b` leaves the room. */
export function endOfRay(a: Spot, b: Spot, { width, height }: Room): Spot {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (dx === 0 && dy === 0) return a;
  const far = (from: number, by: number, size: number) => (by === 0 ? Infinity : ((by > 0 ? size : 0) - from) / by);
  // A ray that begins outside still passes its second point.
  const share = Math.max(1, Math.min(far(a.x, dx, width), far(a.y, dy, height)));
  return { x: a.x + dx * share, y: a.y + dy * share };
}

/** The distance of the parallel line from the base: upright, or sideways of an upright base. */
function parallelBy(a: Spot, b: Spot, c: Spot): Spot {
  const dx = b.x - a.x;
  if (Math.abs(dx) < 1) return { x: c.x - a.x, y: 0 };
  return { x: 0, y: c.y - (a.y + ((b.y - a.y) * (c.x - a.x)) / dx) };
}

function channelOf(a: Spot, b: Spot, c: Spot | undefined): Shape {
  if (c === undefined) return { ...EMPTY, segments: [line(a, b)] };
  const by = parallelBy(a, b, c);
  const [d, e] = [
    { x: a.x + by.x, y: a.y + by.y },
    { x: b.x + by.x, y: b.y + by.y },
  ];
  return { segments: [line(a, b), line(d, e)], area: [a, b, e, d], labels: [] };
}

function fibOf(a: Spot, b: Spot, captions: readonly string[], heights: readonly number[]): Shape {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  return {
    segments: heights.map((y): Segment => [left, y, right, y]),
    faint: line(a, b),
    area: corners(a, b),
    labels: heights.map((y, place) => ({
      text: captions[place] ?? '',
      x: left + LABEL_PX,
      y: y - LABEL_PX,
    })),
  };
}

function rangeOf(a: Spot, b: Spot, text: string, room: Room): Shape {
  const x = (a.x + b.x) / 2;
  const tip = b.y < a.y ? ARROW_PX : -ARROW_PX;
  // The caption is beyond the end of the range, or inside where there is no room.
  const outside = b.y - 2 * tip;
  const y = outside < 8 || outside > room.height - 8 ? b.y + 2.5 * tip : outside;
  return {
    segments: [
      [a.x, a.y, b.x, a.y],
      [a.x, b.y, b.x, b.y],
      [x, a.y, x, b.y],
      [x - ARROW_PX, b.y + tip, x, b.y],
      [x, b.y, x + ARROW_PX, b.y + tip],
    ],
    area: corners(a, b),
    labels: [{ text, x: Math.min(a.x, b.x), y }],
  };
}

/** Whether any line of a shape may cross the room; a shape without lines may always. */
export function isInSight({ segments }: Shape, { width, height }: Room): boolean {
  if (segments.length === 0) return true;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x1, y1, x2, y2] of segments) {
    left = Math.min(left, x1, x2);
    right = Math.max(right, x1, x2);
    top = Math.min(top, y1, y2);
    bottom = Math.max(bottom, y1, y2);
  }
  return right >= 0 && left <= width && bottom >= 0 && top <= height;
}

/** Distance of a place from a line. */
export function distanceTo([x1, y1, x2, y2]: Segment, { x, y }: Spot): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

/** Whether a place is inside a polygon. */
export function isInside(area: readonly Spot[], { x, y }: Spot): boolean {
  let isIn = false;
  let from = area.at(-1);
  for (const to of area) {
    if (from !== undefined && from.y > y !== to.y > y) {
      const crossing = from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
      if (x < crossing) isIn = !isIn;
    }
    from = to;
  }
  return isIn;
}

/** Half of a label's height as a target. */
const LABEL_REACH_PX = 12;

/**
 * How near a place is to a shape, in px; `undefined` beyond `reach`. Inside an area it is the reach itself, so that
 * lines come first.
 */
export function nearness(
  shape: Shape,
  spot: Spot,
  { reach, widthOf }: { readonly reach: number; readonly widthOf: (text: string) => number },
): number | undefined {
  const lines = shape.faint === undefined ? shape.segments : [...shape.segments, shape.faint];
  const nearest = Math.min(Infinity, ...lines.map((segment) => distanceTo(segment, spot)));
  if (nearest <= reach) return nearest;
  const isOnText =
    shape.segments.length === 0 &&
    shape.labels.some(({ text, x, y }) => {
      return Math.abs(spot.y - y) <= LABEL_REACH_PX && spot.x >= x - reach && spot.x <= x + widthOf(text) + reach;
    });
  return isOnText || isInside(shape.area, spot) ? reach : undefined;
}
