// An indicator updated through any history equals one computed afresh, and recomputes only the newest value when only
// that candle changes. Random histories of a real source: ticks, new candles, jumps, older candles, late corrections,
// replacements.
import { fromModelNumber } from '@halyard/contract/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCandleSource, type CandleSource, type ChartCandle, type Columns } from './candleSource.ts';
import { DEFAULT_CHART_SETTINGS, OVERLAYS, PANES, type OverlayId, type PaneId } from './chartSettings.ts';
import { createIndicator, type Indicator } from './indicator.ts';

const IDS = [...OVERLAYS, ...PANES];
/** Short enough for histories of some dozen candles. */
const PARAMS = {
  ma: { lengths: [1, 3, 8] },
  ema: { lengths: [2, 5] },
  boll: { length: 5, deviations: 2 },
  vol: { lengths: [4] },
  macd: { fast: 3, slow: 6, signal: 3 },
  rsi: { lengths: [2, 6] },
  kdj: { length: 5, k: 3, d: 3 },
};

function candle(minute: number, close: number): ChartCandle {
  const price = (value: number) => fromModelNumber(value, 2);
  const [high, low] = [Math.max(100, close), Math.min(100, close)];
  return {
    openedAtMs: minute * 60_000,
    open: price(100),
    high: price(high + (minute % 3)),
    low: price(low - (minute % 2)),
    close: price(close),
    volume: price(close / 7),
  };
}

const candles = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => candle(from + place, 80 + (((from + place) * 37) % 41)));

function following(source: CandleSource, id: OverlayId | PaneId): Indicator {
  const indicator = createIndicator(id, PARAMS[id]);
  source.subscribe((change) => indicator.sync(source.columns, change));
  indicator.sync(source.columns, { kind: 'all' });
  return indicator;
}

function valuesOf({ lines }: Indicator, count: number): Record<string, number[]> {
  return Object.fromEntries(lines.map(({ name, values }) => [name, [...values.subarray(0, count)]]));
}

function fresh(columns: Columns, id: OverlayId | PaneId): Indicator {
  const indicator = createIndicator(id, PARAMS[id]);
  indicator.sync(columns, { kind: 'all' });
  return indicator;
}

/**
 * A step's `by` counts from the newest candle: 0 updates it, 1 begins another, more leaves a gap, less is a late
 * correction.
 */
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      by: fc.constantFrom(-7, -1, 0, 0, 0, 1, 1, 3),
      close: fc.integer({ min: 60, max: 140 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('older' as const), count: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('all' as const), count: fc.nat(30) }) },
);

describe.for(IDS)('%s', (id) => {
  test('has the same values for every order of arrival', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const source = createCandleSource();
        const indicator = following(source, id);
        for (const one of steps) {
          const [first, last] = [source.candles.at(0), source.candles.at(-1)].map(
            (at) => (at?.openedAtMs ?? 6e7) / 60_000,
          );
          if (one.kind === 'tick') source.applyLive(candle((last ?? 0) + one.by, one.close));
          if (one.kind === 'older') source.prepend(candles((first ?? 0) - one.count, one.count));
          if (one.kind === 'all') source.setCandles(candles(500, one.count));
          const { columns } = source;
          expect(valuesOf(indicator, columns.length)).toEqual(valuesOf(fresh(columns, id), columns.length));
        }
      }),
    );
  });

  test('has the same values after several live changes at once', () => {
    const source = createCandleSource();
    source.setCandles(candles(0, 20));
    const indicator = fresh(source.columns, id);
    source.applyLive(candle(19, 131));
    for (const minute of [20, 21, 22]) source.applyLive(candle(minute, 60 + minute));
    indicator.sync(source.columns, { kind: 'live', appended: 1 });
    expect(valuesOf(indicator, 23)).toEqual(valuesOf(fresh(source.columns, id), 23));
  });

  test('reads no more candles for a tick when there are many', () => {
    const readsOf = (count: number) => {
      const source = createCandleSource();
      source.setCandles(candles(0, count));
      const indicator = createIndicator(id, DEFAULT_CHART_SETTINGS.params[id]);
      indicator.sync(source.columns, { kind: 'all' });
      let reads = 0;
      const counted = (column: Float64Array) =>
        new Proxy(column, {
          get: (target, key) => {
            reads += 1;
            return Reflect.get(target, key);
          },
        });
      const { columns } = source;
      const watched = {
        ...columns,
        high: counted(columns.high),
        low: counted(columns.low),
        close: counted(columns.close),
        volume: counted(columns.volume),
      };
      for (let tick = 0; tick < 10; tick += 1) indicator.sync(watched, { kind: 'live', appended: 0 });
      return reads;
    };
    expect(readsOf(400)).toBeGreaterThan(0);
    expect(readsOf(4000)).toBe(readsOf(400));
  });

  test('has no values with fewer candles than it needs, and no gap after that', () => {
    const source = createCandleSource();
    source.setCandles(candles(0, 40));
    for (const values of Object.values(valuesOf(fresh(source.columns, id), 40))) {
      const begin = values.findIndex((value) => !Number.isNaN(value));
      expect(begin).toBeLessThan(20);
      expect(values.slice(begin).every(Number.isFinite)).toBe(true);
    }
    source.setCandles(candles(0, 1));
    const single = Object.entries(valuesOf(fresh(source.columns, id), 1)).filter(([name]) => name !== 'ma1');
    expect(single.every(([, [value]]) => Number.isNaN(value))).toBe(true);
  });
});

describe('a price that never moves', () => {
  const source = createCandleSource();
  source.setCandles(
    Array.from({ length: 60 }, (_, minute) => {
      const price = fromModelNumber(28_123.45, 2);
      return {
        openedAtMs: minute * 60_000,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: fromModelNumber(0, 0),
      };
    }),
  );
  const last = (id: OverlayId | PaneId) =>
    Object.fromEntries(
      Object.entries(valuesOf(fresh(source.columns, id), 60)).map(([name, values]) => [name, values.at(-1)]),
    );

  test('equals its own average and band', () => {
    expect(last('ma')['ma8']).toBeCloseTo(28_123.45, 8);
    expect(last('ema')['ema5']).toBeCloseTo(28_123.45, 8);
    expect(last('boll')['upper']).toBeCloseTo(28_123.45, 8);
    expect(last('boll')['lower']).toBeCloseTo(28_123.45, 8);
  });

  test('has no momentum, no position in its range, and no volume', () => {
    expect(last('macd')['bars']).toBeCloseTo(0, 8);
    expect(last('rsi')).toEqual({ rsi2: 0, rsi6: 0 });
    expect(last('kdj')).toEqual({ k: 0, d: 0, j: 0 });
    expect(last('vol')).toEqual({ ma4: 0 });
  });
});
