// Anchors on the picture and back, snapping, the lines of each kind of drawing, and what a touch hits. Numbers only.
import { describe, expect, it } from 'vitest';
import { add, decimal, type Decimal } from '@halyard/contract/money';
import type { Drawing, DrawingPoint } from '@halyard/contract/user/drawings';
import { indexAt, momentAt, movedBy, pointAt, snappedAt, spotOf, stepped, type Frame } from './projection.ts';
import { distanceTo, endOfRay, FIB_LEVELS, fibPrice, isInside, isInSight, nearness, shapeOf } from './shapes.ts';

const MINUTE = 60_000;
const BEGIN = 1_700_000_040_000;

/** Ten candles of a minute, 10 px each; a gap of five minutes after the fifth. Prices 100 to 200 on 100 px. */
function frameOf(isLog = false): Frame {
  const times = Array.from({ length: 10 }, (_, place) => BEGIN + (place + (place > 4 ? 5 : 0)) * MINUTE);
  const all = (value: number) => new Float64Array(10).fill(value);
  return {
    columns: {
      length: 10,
      openedAtMs: new Float64Array(times),
      open: all(140),
      high: all(160),
      low: all(120),
      close: all(150),
      volume: all(1),
    },
    candleMs: MINUTE,
    view: { from: 0, span: 10 },
    price: { min: 100, max: 200, top: 0, height: 100, isLog },
    layout: { plotWidth: 100 } as Frame['layout'],
  };
}
const frame = frameOf();
const at = (minutes: number, price: string): DrawingPoint => [BEGIN + minutes * MINUTE, decimal(price)];

describe('an anchor', () => {
  it('is in the candle that contains its moment, on any interval', () => {
    expect(indexAt(frame, BEGIN + 3 * MINUTE + 59_999)).toBe(3);
    // In a gap of trading it is in the candle before.
    expect(indexAt(frame, BEGIN + 7 * MINUTE)).toBe(4);
    expect(spotOf(at(3, '150'), frame)).toEqual({ x: 35, y: 50 });
  });

  it('may be before the first and after the newest candle', () => {
    for (const index of [-3, 0, 4, 5, 9, 12]) expect(indexAt(frame, momentAt(frame, index))).toBe(index);
    expect(momentAt(frame, 12)).toBe(BEGIN + 17 * MINUTE);
  });

  it('comes back from its place, rounded to the price’s decimals', () => {
    expect(pointAt({ x: 34, y: 49.994 }, frame, 2)).toEqual(at(3, '150.01'));
    expect(pointAt({ x: 34, y: 250 }, frame, 2)).toBeUndefined();
    const log = frameOf(true);
    const { y } = spotOf(at(2, '125'), log);
    expect(pointAt({ x: 25, y }, log, 2)).toEqual(at(2, '125'));
  });

  it('snaps to the nearest of a candle’s four prices within 8 px', () => {
    expect(snappedAt({ x: 33, y: 44 }, frame, 2)).toEqual(at(3, '160'));
    expect(snappedAt({ x: 33, y: 57 }, frame, 2)).toEqual(at(3, '140'));
    expect(snappedAt({ x: 33, y: 71 }, frame, 2)).toEqual(at(3, '129'));
    // Beside the newest candle, but near it.
    expect(snappedAt({ x: 104, y: 41 }, frame, 2)).toEqual(at(14, '160'));
  });

  it('moves by whole candles and any price, all or none', () => {
    const points = [at(0, '150'), at(4, '120')];
    expect(movedBy(points, { x: 12, y: -10 }, frame, 2)).toEqual([at(1, '160'), at(10, '130')]);
    expect(movedBy(points, { x: 4, y: 0 }, frame, 2)).toEqual(points);
    expect(movedBy(points, { x: 0, y: 130 }, frame, 2)).toBeUndefined();
  });

  it('steps by a candle and a tick', () => {
    const raise = (price: Decimal) => add(price, decimal('-0.01'));
    expect(stepped([at(3, '150')], { bars: 1, raise }, frame)).toEqual([at(4, '149.99')]);
    expect(stepped([at(3, '0.01')], { bars: 0, raise }, frame)).toBeUndefined();
  });
});

const room = { width: 100, height: 100 };
const shape = (kind: Drawing['kind'], spots: [number, number][], heights: number[] = []) =>
  shapeOf(
    kind,
    spots.map(([x, y]) => ({ x, y })),
    { room, heights, captions: heights.length > 0 ? heights.map(String) : ['+1%'] },
  );

describe('a shape', () => {
  it('of a level crosses the chart', () => {
    expect(shape('level', [[40, 30]]).segments).toEqual([[0, 30, 100, 30]]);
  });

  it('of a ray continues through its second point to the edge', () => {
    expect(endOfRay({ x: 10, y: 50 }, { x: 20, y: 45 }, room)).toEqual({ x: 100, y: 5 });
    expect(endOfRay({ x: 50, y: 50 }, { x: 50, y: 60 }, room)).toEqual({ x: 50, y: 100 });
    expect(endOfRay({ x: 50, y: 50 }, { x: 50, y: 50 }, room)).toEqual({ x: 50, y: 50 });
    // The end of a ray whose points are out of sight is its second point.
    expect(endOfRay({ x: 200, y: 0 }, { x: 210, y: 0 }, room)).toEqual({ x: 210, y: 0 });
  });

  it('of a channel has a parallel through its third point', () => {
    const { segments } = shape('channel', [
      [0, 0],
      [100, 50],
      [50, 45],
    ]);
    expect(segments).toEqual([
      [0, 0, 100, 50],
      [0, 20, 100, 70],
    ]);
    expect(
      shape('channel', [
        [50, 0],
        [50, 90],
        [70, 45],
      ]).segments[1],
    ).toEqual([70, 0, 70, 90]);
  });

  it('of a retracement has a line at each level, from the end of the move back to its beginning', () => {
    const prices = [200, 176.4, 161.8, 150, 138.2, 121.4, 100];
    FIB_LEVELS.forEach((level, place) => expect(fibPrice(level, 100, 200)).toBeCloseTo(prices[place] ?? 0));
    const { segments, labels } = shape(
      'fib',
      [
        [80, 90],
        [20, 10],
      ],
      [10, 90],
    );
    expect(segments.slice(0, 2)).toEqual([
      [20, 10, 80, 10],
      [20, 90, 80, 90],
    ]);
    expect(labels.map(({ text }) => text)).toEqual(['10', '90']);
  });

  it('of a range has its caption beyond its end, inside where there is no room', () => {
    const captionOf = (endY: number) =>
      shape('range', [
        [20, 50],
        [60, endY],
      ]).labels[0]?.y;
    expect([captionOf(30), captionOf(5), captionOf(70), captionOf(95)]).toEqual([18, 20, 82, 80]);
  });
});

describe('a shape out of sight', () => {
  it('is not painted', () => {
    const isSeen = (...spots: [number, number][]) => isInSight(shape('trend', spots), room);
    expect([isSeen([-50, 50], [-10, 50]), isSeen([-50, 50], [10, 50]), isSeen([20, 130], [40, 110])]).toEqual([
      false,
      true,
      false,
    ]);
    expect(isInSight(shape('text', [[-10, 50]]), room)).toBe(true);
  });
});

describe('a touch', () => {
  const near = (of: ReturnType<typeof shape>, x: number, y: number) =>
    nearness(of, { x, y }, { reach: 10, widthOf: (text) => text.length * 6 });

  it('hits a line within reach, by its distance', () => {
    const trend = shape('trend', [
      [0, 0],
      [100, 0],
    ]);
    expect([near(trend, 50, 6), near(trend, 50, 11), near(trend, 108, 0)]).toEqual([6, undefined, 8]);
    expect(distanceTo([3, 4, 3, 4], { x: 0, y: 0 })).toBe(5);
  });

  it('hits an area after all lines', () => {
    const box = shape('box', [
      [20, 20],
      [80, 80],
    ]);
    expect([near(box, 22, 50), near(box, 50, 50), near(box, 5, 50)]).toEqual([2, 10, undefined]);
    expect(isInside(box.area, { x: 50, y: 19 })).toBe(false);
  });

  it('hits a text on its letters', () => {
    const text = shape('text', [[20, 50]]);
    expect([near(text, 40, 55), near(text, 70, 50), near(text, 40, 80)]).toEqual([10, undefined, undefined]);
  });
});
