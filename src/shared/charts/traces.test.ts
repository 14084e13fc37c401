// Traces are drawn at the positions of their values, in the panes of the layout. Scenes of a few candles computed by
// hand, drawn on a recording pen.
import { decimal } from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCandleSource, type ChartCandle } from './candleSource.ts';
import { NO_MARKS, PANES, type ChartMarks } from './chartSettings.ts';
import { createIndicator } from './indicator.ts';
import { layoutOf, xOf, yOf } from './layout.ts';
import {
  candleAt,
  drawArea,
  drawBars,
  drawCandles,
  drawCloses,
  drawCrosshair,
  drawHollowCandles,
  drawOrders,
  drawTrades,
  drawVolumes,
  type Pen,
} from './traces.ts';
import { sceneOf, type Cursor, type Scene, type SceneInput } from './scene.ts';

const candle = (day: number, open: string, close: string, volume = '1'): ChartCandle => {
  const [low, high] = Number(open) < Number(close) ? [open, close] : [close, open];
  return {
    openedAtMs: day * DAY_MS,
    open: decimal(open),
    close: decimal(close),
    low: decimal(low),
    high: decimal(high),
    volume: decimal(volume),
  };
};

const CANDLES = [candle(0, '100', '200', '10'), candle(1, '200', '100', '5'), candle(2, '150', '150', '0')];

const sceneFor = (candles: readonly ChartCandle[], changes: Partial<SceneInput> = {}): Scene => {
  const source = createCandleSource();
  source.setCandles(candles);
  const { columns } = source;
  const vol = createIndicator('vol', { lengths: [] });
  const panes = [vol, ...(changes.panes ?? [])];
  for (const indicator of [...panes, ...(changes.overlays ?? [])]) indicator.sync(columns, { kind: 'all' });
  const layout = layoutOf({
    size: { width: 400, height: 330 },
    labelPx: 11,
    labelLength: 6,
    headLines: 0,
    panes: panes.flatMap(({ id }) => PANES.filter((pane) => pane === id)),
    hasTitles: false,
  });
  const input: SceneInput = {
    columns,
    view: { from: 0, span: candles.length },
    visible: [0, candles.length],
    mode: 'candles',
    candleMs: 60_000,
    isLog: false,
    pricePlaces: 2,
    tickPx: 46,
    overlays: [],
    marks: NO_MARKS,
    cursor: undefined,
    ...changes,
    panes,
  };
  const scene = sceneOf(input, layout);
  if (scene === undefined) throw new Error('nothing to draw');
  return scene;
};

const drawn = (draw: (pen: Pen) => void) => {
  const calls: [string, ...number[]][] = [];
  const note =
    (name: string) =>
    (...numbers: number[]) =>
      calls.push([name, ...numbers]);
  const pen = { moveTo: note('move'), lineTo: note('line'), fillRect: note('rect'), closePath: note('close') };
  draw(pen as unknown as Pen);
  return calls;
};

describe('candles', () => {
  const scene = sceneFor(CANDLES);
  const { top, height } = scene.layout.price;

  test('rising and falling are drawn separately, with wicks', () => {
    const [body, wick, still] = drawn((pen) => drawCandles(pen, scene, 'up'));
    // Padding of 8 %: 100 is 8/116 above the bottom, 200 as much below the top.
    expect(body?.[2]).toBe(Math.round(top + (8 / 116) * height));
    expect(body?.[4]).toBe(Math.round((100 / 116) * height));
    expect(wick?.[3]).toBe(1);
    expect(still?.[4]).toBe(1);
    expect(drawn((pen) => drawCandles(pen, scene, 'down'))).toHaveLength(2);
  });

  test('are side by side in their thirds', () => {
    const third = scene.layout.plotWidth / 3;
    const [first] = drawn((pen) => drawCandles(pen, scene, 'up'));
    const [second] = drawn((pen) => drawCandles(pen, scene, 'down'));
    expect(first?.[1]).toBeGreaterThanOrEqual(0);
    expect((first?.[1] ?? 0) + (first?.[3] ?? 0)).toBeLessThanOrEqual(third);
    expect(second?.[1]).toBeGreaterThanOrEqual(third);
  });

  test('rising are hollow where colour alone must not distinguish them', () => {
    const rects = drawn((pen) => drawHollowCandles(pen, sceneFor([candle(0, '100', '200'), candle(1, '100', '90')])));
    const [body] = drawn((pen) => drawCandles(pen, sceneFor([candle(0, '100', '200'), candle(1, '100', '90')]), 'up'));
    const [, left = 0, above = 0, width = 0, tall = 0] = body ?? [];
    const [x, y] = [left + width / 2, above + tall / 2];
    const covers = ([, atX = 0, atY = 0, wide = 0, high = 0]: [string, ...number[]]) =>
      x >= atX && x < atX + wide && y >= atY && y < atY + high;
    expect(rects.some(covers)).toBe(false);
    expect(rects).toContainEqual(['rect', left, above, width, 1]);
  });

  test('as a line connect their closes, with an area under it', () => {
    expect(drawn((pen) => drawCloses(pen, scene)).map(([name]) => name)).toEqual(['move', 'line', 'line']);
    const area = drawn((pen) => drawArea(pen, scene));
    expect(area.map(([name]) => name)).toEqual(['move', 'line', 'line', 'line', 'line', 'close']);
  });
});

describe('panes', () => {
  test('are as high as the largest volume', () => {
    const scene = sceneFor(CANDLES);
    const [pane] = scene.panes;
    if (pane === undefined) throw new Error('no pane');
    expect(drawn((pen) => drawVolumes(pen, scene, pane, 'up'))[0]?.[4]).toBe(pane.band.height);
    expect(drawn((pen) => drawVolumes(pen, scene, pane, 'down'))[0]?.[4]).toBe(Math.round(pane.band.height / 2));
  });

  test('have MACD bars on their side of zero', () => {
    const waves = Array.from({ length: 80 }, (_, day) => candle(day, '100', `${100 + 20 * Math.sin(day / 5)}`));
    const macd = createIndicator('macd', { fast: 3, slow: 6, signal: 4 });
    const scene = sceneFor(waves, { panes: [macd] });
    const pane = scene.panes[1];
    if (pane === undefined) throw new Error('no pane');
    const zero = Math.round(yOf(0, pane.scale));
    const up = drawn((pen) => drawBars(pen, scene, pane, 'up'));
    const down = drawn((pen) => drawBars(pen, scene, pane, 'down'));
    expect(up.length).toBeGreaterThan(10);
    expect(down.length).toBeGreaterThan(10);
    for (const [, , y = 0, , tall = 0] of up) expect(y + tall).toBeLessThanOrEqual(zero + 1);
    for (const [, , y = 0] of down) expect(y).toBeGreaterThanOrEqual(zero);
  });

  test('are stacked without overlap, for any number of panes', () => {
    const some = fc.uniqueArray(fc.constantFrom(...PANES));
    const size = fc.record({ width: fc.integer({ min: 200, max: 900 }), height: fc.integer({ min: 220, max: 900 }) });
    fc.assert(
      fc.property(some, size, fc.nat(3), fc.boolean(), (panes, box, headLines, hasTitles) => {
        const layout = layoutOf({ size: box, labelPx: 11, labelLength: 9, headLines, panes, hasTitles });
        expect(layout.panes.map(({ id }) => id)).toEqual(panes);
        let above = layout.price.top + layout.price.height;
        expect(layout.price.top).toBeGreaterThanOrEqual(headLines * layout.linePx);
        for (const { titleTop, top, height } of layout.panes) {
          expect(titleTop).toBeGreaterThanOrEqual(above);
          expect(top).toBeGreaterThanOrEqual(titleTop);
          expect(height).toBeGreaterThan(0);
          above = top + height;
        }
        expect(above).toBeLessThanOrEqual(layout.bottom);
        expect(layout.bottom).toBeLessThan(box.height);
      }),
    );
  });
});

describe('the price range', () => {
  test('includes candles and overlays, but not orders and trades', () => {
    const far: ChartMarks = {
      orders: [{ id: '1', side: 'buy', price: decimal('1'), label: '' }],
      trades: [{ id: '2', side: 'sell', price: decimal('999'), atMs: 0, label: '' }],
    };
    const plain = sceneFor(CANDLES);
    expect(sceneFor(CANDLES, { marks: far }).price).toEqual(plain.price);
    const boll = createIndicator('boll', { length: 2, deviations: 3 });
    const wide = sceneFor(CANDLES, { overlays: [boll] });
    expect(wide.price.max).toBeGreaterThan(plain.price.max);
  });

  test('if logarithmic stays above zero even where a band does not', () => {
    const boll = createIndicator('boll', { length: 2, deviations: 9 });
    const { price } = sceneFor(CANDLES, { overlays: [boll], isLog: true });
    expect(price.min).toBeGreaterThan(0);
    expect(price.isLog).toBe(true);
    expect(Number.isFinite(yOf(100, price))).toBe(true);
  });

  test('names the highest and the lowest visible candle', () => {
    expect(sceneFor(CANDLES).extremes).toEqual({ highAt: 1, lowAt: 1 });
    expect(sceneFor(CANDLES, { visible: [2, 3] }).extremes).toEqual({ highAt: 2, lowAt: 2 });
  });
});

describe('the user’s own marks', () => {
  const marks: ChartMarks = {
    orders: [
      { id: '1', side: 'buy', price: decimal('120'), label: 'Buy' },
      { id: '2', side: 'buy', price: decimal('20'), label: 'out of sight' },
      { id: '3', side: 'sell', price: decimal('180'), label: 'Sell' },
    ],
    trades: [
      { id: '4', side: 'buy', price: decimal('150'), atMs: DAY_MS + 5, label: '' },
      { id: '5', side: 'sell', price: decimal('110'), atMs: 3 * DAY_MS - 1, label: '' },
      { id: '6', side: 'buy', price: decimal('150'), atMs: -1, label: 'before the oldest candle' },
    ],
  };
  const scene = sceneFor(CANDLES, { marks });
  const { price, layout, view } = scene;

  test('have a line for each visible open order, by side', () => {
    const y = Math.round(yOf(120, price)) + 0.5;
    expect(drawn((pen) => drawOrders(pen, scene, 'buy'))).toEqual([
      ['move', 0, y],
      ['line', layout.plotWidth, y],
    ]);
    expect(drawn((pen) => drawOrders(pen, scene, 'sell'))).toHaveLength(2);
  });

  test('have a mark at the candle and price of each trade: a buy below it, a sell above it', () => {
    const [tip, base] = drawn((pen) => drawTrades(pen, scene, 'buy'));
    expect(tip).toEqual(['move', xOf(1, view, layout), yOf(150, price)]);
    expect(base?.[2]).toBeGreaterThan(tip?.[2] ?? 0);
    expect(drawn((pen) => drawTrades(pen, scene, 'buy'))).toHaveLength(4);
    const [sold, above] = drawn((pen) => drawTrades(pen, scene, 'sell'));
    expect(sold).toEqual(['move', xOf(2, view, layout), yOf(110, price)]);
    expect(above?.[2]).toBeLessThan(sold?.[2] ?? 0);
  });

  test('find the candle that contains a moment as a linear search does', () => {
    const times = fc.uniqueArray(fc.nat(200)).map((all) => Float64Array.from(all.toSorted((a, b) => a - b)));
    fc.assert(
      fc.property(times, fc.nat(220), (openedAtMs, atMs) => {
        const place = openedAtMs.findLastIndex((opened) => opened <= atMs);
        expect(candleAt(openedAtMs, atMs)).toBe(place < 0 ? undefined : place);
      }),
    );
  });
});

describe('the crosshair', () => {
  const crossed = (cursor: Cursor | undefined) => {
    const scene = sceneFor(CANDLES, { cursor });
    return { scene, calls: drawn((pen) => drawCrosshair(pen, scene)) };
  };

  test('spans all panes at its candle, and the width at the pointer', () => {
    const { scene, calls } = crossed({ index: 1, y: 40 });
    const x = Math.round(xOf(1, scene.view, scene.layout)) + 0.5;
    expect(calls).toEqual([
      ['move', x, scene.layout.price.top],
      ['line', x, scene.layout.bottom],
      ['move', 0, 40.5],
      ['line', scene.layout.plotWidth, 40.5],
    ]);
  });

  test('is at the close of a candle after keyboard input, and absent without one', () => {
    const { scene, calls } = crossed({ index: 1, y: undefined });
    expect(calls[2]?.[2]).toBe(Math.round(yOf(100, scene.price)) + 0.5);
    expect(crossed(undefined).calls).toEqual([]);
  });
});
