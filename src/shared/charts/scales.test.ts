// What is proved: axis marks are round, inside the pane and no closer than they may be; they belong to their candles, so that panning moves
// but never reshuffles them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Columns } from './candleSource.ts';
import { movingAverage } from './movingAverage.ts';
import { priceRange, priceTicks } from './priceScale.ts';
import { sparklinePath } from './sparklinePath.ts';
import { timeMarks } from './timeScale.ts';

const columns = (low: number[], high: number[]): Columns => ({
  openedAtMs: [],
  open: [],
  close: [],
  volume: [],
  low,
  high,
});

describe('the price axis', () => {
  test('spans the lows and highs in sight with air around them', () => {
    const range = priceRange(columns([10, 1, 10], [20, 99, 20]), [0, 1]);
    expect(range?.min).toBeCloseTo(9.2);
    expect(range?.max).toBeCloseTo(20.8);
  });

  test('has a range around a price that never moved, and none without candles', () => {
    const still = priceRange(columns([100], [100]), [0, 1]);
    expect(still?.min).toBeLessThan(100);
    expect(still?.max).toBeGreaterThan(100);
    expect(priceRange(columns([0], [0]), [0, 1])).toEqual({ min: -1, max: 1 });
    expect(priceRange(columns([], []), [0, 0])).toBeUndefined();
  });

  test.each([
    [{ min: 27_730, max: 28_472 }, 5, 1, [27_800, 28_000, 28_200, 28_400]],
    [{ min: 0.0701, max: 0.0749 }, 3, 5, [0.072, 0.074]],
    [{ min: 1.001, max: 1.004 }, 9, 2, [1]],
  ])('marks %o with at most %i round prices of %i places', (range, count, places, ticks) => {
    const found = priceTicks(range, count, places).filter((tick) => tick >= range.min && tick <= range.max);
    const expected = ticks.filter((tick) => tick >= range.min);
    expect(found).toHaveLength(expected.length);
    expected.forEach((tick, place) => expect(found[place]).toBeCloseTo(tick, 9));
  });

  test('never has more marks than asked for and all of them inside', () => {
    const price = fc.double({ min: 0.000_01, max: 100_000, noNaN: true });
    fc.assert(
      fc.property(price, price, fc.integer({ min: 1, max: 12 }), (min, spread, count) => {
        const range = { min, max: min + Math.max(spread, min * 1e-6) };
        const ticks = priceTicks(range, count, 8);
        expect(ticks.length).toBeLessThanOrEqual(count + 1);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(range.min - 1e-9);
          expect(tick).toBeLessThanOrEqual(range.max + 1e-9);
        }
      }),
    );
  });
});

describe('the time axis', () => {
  const every = (ms: number, count: number) => Array.from({ length: count }, (_, place) => place * ms);
  const DAY_MS = 86_400_000;

  test('marks months and years on daily candles, by the exchange’s days', () => {
    const days = every(DAY_MS, 400);
    const marks = timeMarks(days, [300, 400], { period: '1day', locale: 'en', stepPx: 5 });
    // 1970: 1 November is day 304, 1 December day 334; 1 January 1971 day 365, 1 February day 396.
    expect(marks).toEqual([
      { index: 304, label: 'Nov 1970' },
      { index: 334, label: 'Dec 1970' },
      { index: 365, label: '1971' },
      { index: 396, label: 'Feb 1971' },
    ]);
  });

  test('marks weeks on Mondays', () => {
    const marks = timeMarks(every(DAY_MS, 30), [0, 30], { period: '1day', locale: 'en', stepPx: 12 });
    expect(marks.map(({ index }) => new Date(index * DAY_MS).getUTCDay())).toEqual(marks.map(() => 1));
    expect(marks.length).toBeGreaterThan(3);
  });

  test('marks round minutes of the reader’s clock on short candles', () => {
    const marks = timeMarks(every(60_000, 120), [0, 120], { period: '1min', locale: 'en', stepPx: 8 });
    expect(marks.length).toBeGreaterThan(8);
    for (const { index } of marks) expect(new Date(index * 60_000).getMinutes() % 10).toBe(0);
  });

  test('keeps marks with their candles while one pans', () => {
    const times = every(300_000, 1000);
    const axis = { period: '5min', locale: 'en', stepPx: 7.5 } as const;
    const whole = timeMarks(times, [0, 1000], axis);
    for (const start of [1, 17, 333, 900]) {
      const part = timeMarks(times, [start, start + 60], axis);
      expect(part).toEqual(whole.filter(({ index }) => index >= start && index < start + 60));
    }
  });

  test('goes over gaps in the candles', () => {
    const times = [0, DAY_MS, 40 * DAY_MS, 41 * DAY_MS];
    const marks = timeMarks(times, [0, 4], { period: '1day', locale: 'en', stepPx: 5 });
    expect(marks).toEqual([{ index: 2, label: 'Feb 1970' }]);
  });
});

test('a moving average equals the mean of the candles behind, and is nothing before there are enough', () => {
  const values = fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 60 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 10 }), fc.nat(60), (closes, length, start) => {
      const from = Math.min(start, closes.length);
      const averages = movingAverage(closes, length, [from, closes.length]);
      expect(averages).toHaveLength(closes.length - from);
      averages.forEach((average, place) => {
        const behind = closes.slice(0, from + place + 1).slice(-length);
        const mean = behind.reduce((sum, value) => sum + value, 0) / length;
        if (behind.length < length) expect(average).toBeUndefined();
        else expect(average).toBeCloseTo(mean, 8);
      });
    }),
  );
});

describe('a sparkline', () => {
  test('goes from edge to edge, the highest at the top', () => {
    expect(sparklinePath([1, 3, 2], 50, 24)).toBe('M0.0,22.0L25.0,2.0L50.0,12.0');
  });

  test('of values that never move is a line through the middle', () => {
    expect(sparklinePath([5, 5], 50, 24)).toBe('M0.0,12.0L50.0,12.0');
  });

  test('needs two values', () => {
    expect(sparklinePath([5], 50, 24)).toBe('');
  });
});
