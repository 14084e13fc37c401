// A candle's path folds to exactly that candle, for any candle and number of ticks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, decimal, max, min, ZERO, type Decimal } from '@halyard/contract/money';
import { MINUTE_MS } from '@halyard/contract/time';
import type { FileCandle } from './replayFile.ts';
import { candlePath, PATH_TICKS_MIN } from './replayPath.ts';

const START_MS = Date.UTC(2026, 0, 5, 12, 30);

const units = (places: number, most: number) =>
  fc.integer({ min: 1, max: most }).map((count) => {
    const digits = String(count).padStart(places + 1, '0');
    return decimal(places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`);
  });

const candles: fc.Arbitrary<FileCandle> = fc
  .integer({ min: 0, max: 6 })
  .chain((places) =>
    fc.tuple(fc.array(units(places, 4_000_000), { minLength: 4, maxLength: 4 }), units(8, 2_000_000_000), fc.boolean()),
  )
  .map(([prices, volume, isIdle]) => {
    const [open = ZERO, close = ZERO] = prices;
    const [low, high] = [min(open, ...prices), max(open, ...prices)];
    return { openedAtSeconds: START_MS / 1000, open, high, low, close, volume: isIdle ? ZERO : volume };
  });

const plans = fc.record({
  key: fc.constantFrom('a digest', 'another digest'),
  row: fc.nat(1_000_000),
  count: fc.integer({ min: PATH_TICKS_MIN, max: 120 }),
  pricePlaces: fc.integer({ min: 0, max: 5 }),
  quantityPlaces: fc.integer({ min: 0, max: 8 }),
});

describe('the path of a candle', () => {
  it('folds to exactly that candle', () => {
    fc.assert(
      fc.property(candles, plans, (candle, plan) => {
        const path = candlePath(candle, START_MS, plan);
        const prices = path.map(({ price }) => price);
        const [first = ZERO] = prices;
        expect(path).toHaveLength(plan.count);
        expect({
          open: first,
          high: max(first, ...prices),
          low: min(first, ...prices),
          close: prices.at(-1),
          volume: add(ZERO, ...path.map(({ quantity }) => quantity)),
        }).toEqual({
          open: candle.open,
          high: candle.high,
          low: candle.low,
          close: candle.close,
          volume: candle.volume,
        });
        expect(path.every(({ quantity }) => compare(quantity, ZERO) >= 0)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('begins with the minute, stays inside it and never goes back in time', () => {
    fc.assert(
      fc.property(candles, plans, (candle, plan) => {
        const times = candlePath(candle, START_MS, plan).map(({ at }) => Date.parse(at));
        expect(times[0]).toBe(START_MS);
        expect(times.at(-1)).toBeLessThan(START_MS + MINUTE_MS);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      }),
    );
  });

  it('is the same for the same plan, and different for another candle of the file', () => {
    const candle = { openedAtSeconds: 0, ...figures('100', '110', '90', '105', '12.5') };
    const plan = { key: 'a digest', row: 7, count: 60, pricePlaces: 2, quantityPlaces: 6 };
    expect(candlePath(candle, START_MS, plan)).toEqual(candlePath(candle, START_MS, plan));
    expect(candlePath(candle, START_MS, { ...plan, row: 8 })).not.toEqual(candlePath(candle, START_MS, plan));
  });

  it('dips before it rises, and peaks before it falls', () => {
    const plan = { key: 'a digest', row: 7, count: PATH_TICKS_MIN, pricePlaces: 2, quantityPlaces: 6 };
    const pricesOf = (candle: FileCandle) => candlePath(candle, START_MS, plan).map(({ price }) => price);
    expect(pricesOf({ openedAtSeconds: 0, ...figures('100', '110', '90', '105', '1') })).toEqual([
      '100',
      '90',
      '110',
      '105',
    ]);
    expect(pricesOf({ openedAtSeconds: 0, ...figures('105', '110', '90', '100', '1') })).toEqual([
      '105',
      '110',
      '90',
      '100',
    ]);
  });
});

function figures(...texts: [string, string, string, string, string]): Omit<FileCandle, 'openedAtSeconds'> {
  const [open, high, low, close, volume] = texts.map(decimal) as [Decimal, Decimal, Decimal, Decimal, Decimal];
  return { open, high, low, close, volume };
}
