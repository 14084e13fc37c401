// Axis marks are round, inside the pane and no closer than allowed; they belong to their candles, so that panning moves
// them but never rearranges them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sparklinePath } from './Sparkline.tsx';
import { createTimeMarks, timeMarks } from './timeScale.ts';
import { aboveZero, aired, placer, placesOf, ticksOf, valueAt, yOf } from './layout.ts';

describe('the value axis', () => {
  test('has padding around the visible range, and around a constant price', () => {
    expect(aired({ min: 10, max: 20 }, 0.08, 0.001)).toEqual({ min: 9.2, max: 20.8 });
    expect(aired({ min: 100, max: 100 }, 0.08, 0.001)).toEqual({ min: 99.9, max: 100.1 });
    expect(aired({ min: 0, max: 0 }, 0.08, 0.001)).toEqual({ min: -1, max: 1 });
  });

  test('maps values to heights and back, linear and logarithmic', () => {
    const price = fc.double({ min: 0.000_01, max: 100_000, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(price, price, share, fc.boolean(), (min, spread, part, isLog) => {
        const scale = { min, max: min + Math.max(spread, min * 1e-6), top: 8, height: 200, isLog };
        const y = scale.top + part * scale.height;
        const value = valueAt(y, scale);
        expect(yOf(value, scale)).toBeCloseTo(y, 3);
        expect(placer(scale)(value)).toBeCloseTo(yOf(value, scale), 3);
        expect(yOf(scale.max, scale)).toBeCloseTo(scale.top);
        expect(yOf(scale.min, scale)).toBeCloseTo(scale.top + scale.height);
      }),
    );
  });

  test('has equal ratios at equal distances if logarithmic', () => {
    const scale = { min: 10, max: 1000, top: 0, height: 300, isLog: true };
    expect(yOf(100, scale)).toBeCloseTo(150);
    expect(ticksOf(scale, 8, 2)).toEqual([10, 20, 50, 100, 200, 500, 1000]);
    expect(ticksOf(scale, 3, 2)).toEqual([10, 100, 1000]);
    expect(ticksOf({ min: 0.05, max: 1, isLog: true }, 5, 8)).toEqual([0.05, 0.1, 0.2, 0.5, 1]);
    expect(aboveZero({ min: -5, max: 100 }).min).toBeGreaterThan(0);
  });

  test('needs as many decimals as its steps', () => {
    expect(placesOf([27_800, 28_000], 2)).toBe(0);
    expect(placesOf([0.072, 0.074], 5)).toBe(3);
    expect(placesOf([1.25], 2)).toBe(2);
  });

  test.each([
    [{ min: 27_730, max: 28_472 }, 5, 1, [27_800, 28_000, 28_200, 28_400]],
    [{ min: 0.0701, max: 0.0749 }, 3, 5, [0.072, 0.074]],
    [{ min: 1.001, max: 1.004 }, 9, 2, [1]],
  ])('marks %o with at most %i round prices of %i places', (range, count, places, ticks) => {
    const found = ticksOf(range, count, places).filter((tick) => tick >= range.min && tick <= range.max);
    const expected = ticks.filter((tick) => tick >= range.min);
    expect(found).toHaveLength(expected.length);
    expected.forEach((tick, place) => expect(found[place]).toBeCloseTo(tick, 9));
  });

  test('never has more marks than requested, all inside the range', () => {
    const price = fc.double({ min: 0.000_01, max: 100_000, noNaN: true });
    fc.assert(
      fc.property(price, price, fc.integer({ min: 1, max: 12 }), (min, spread, count) => {
        const range = { min, max: min + Math.max(spread, min * 1e-6) };
        const ticks = ticksOf(range, count, 8);
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

  test('marks months and years on daily candles, by UTC days', () => {
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

  test('marks round minutes of the local clock on short candles', () => {
    const marks = timeMarks(every(60_000, 120), [0, 120], { period: '1min', locale: 'en', stepPx: 8 });
    expect(marks.length).toBeGreaterThan(8);
    for (const { index } of marks) expect(new Date(index * 60_000).getMinutes() % 10).toBe(0);
  });

  test('keeps marks on their candles while panning', () => {
    const times = every(300_000, 1000);
    const axis = { period: '5min', locale: 'en', stepPx: 7.5 } as const;
    const whole = timeMarks(times, [0, 1000], axis);
    for (const start of [1, 17, 333, 900]) {
      const part = timeMarks(times, [start, start + 60], axis);
      expect(part).toEqual(whole.filter(({ index }) => index >= start && index < start + 60));
    }
  });

  test('has the same marks with its cache as without', () => {
    const times = every(60_000, 3000);
    const remembered = createTimeMarks();
    const look = fc.record({ start: fc.nat(2900), span: fc.integer({ min: 12, max: 480 }), longer: fc.boolean() });
    fc.assert(
      fc.property(fc.array(look, { maxLength: 12 }), (looks) => {
        for (const { start, span, longer } of looks) {
          const part = longer ? times : times.slice(1);
          const visible = [start, Math.min(part.length, start + span)] as const;
          const axis = { period: '1min', locale: 'en', stepPx: 360 / span } as const;
          expect(remembered(part, visible, axis)).toEqual(timeMarks(part, visible, axis));
        }
      }),
    );
  });

  test('crosses gaps in the candles', () => {
    const times = [0, DAY_MS, 40 * DAY_MS, 41 * DAY_MS];
    const marks = timeMarks(times, [0, 4], { period: '1day', locale: 'en', stepPx: 5 });
    expect(marks).toEqual([{ index: 2, label: 'Feb 1970' }]);
  });
});

describe('a sparkline', () => {
  test('spans the width, the highest value at the top', () => {
    expect(sparklinePath([1, 3, 2], 50, 24)).toBe('M0.0,22.0Q25.0,2.0 37.5,7.0L50.0,12.0');
  });

  test('keeps the first and the last of many values, and draws as many points as there is room for', () => {
    const many = Array.from({ length: 600 }, (_, place) => place);
    const path = sparklinePath(many, 30, 24);
    expect(path).toMatch(/^M0\.0,22\.0Q.*L30\.0,2\.0$/);
    expect(path.match(/Q/g)?.length).toBeLessThan(11);
  });

  test('of constant values is a line through the middle', () => {
    expect(sparklinePath([5, 5], 50, 24)).toBe('M0.0,12.0L50.0,12.0');
  });

  test('needs two values', () => {
    expect(sparklinePath([5], 50, 24)).toBe('');
  });
});
