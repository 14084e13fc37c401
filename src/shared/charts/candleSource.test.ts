// After any sequence of sets, prepends and live updates, the columns equal the candles, in ascending order without
// duplicates.
import { fromModelNumber, decimal } from '@halyard/contract/money';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createCandleSource, modelNumber, type ChartCandle, type SourceChange } from './candleSource.ts';

const candle = (minute: number, close = 100): ChartCandle => {
  const price = (value: number) => fromModelNumber(value, 2);
  return {
    openedAtMs: minute * 60_000,
    open: price(100),
    high: price(Math.max(100, close) + 1),
    low: price(Math.min(100, close) - 1),
    close: price(close),
    volume: price(minute),
  };
};
const candles = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => candle(from + place));
const minutes = (source: ReturnType<typeof createCandleSource>) =>
  Array.from(source.columns.openedAtMs, (openedAtMs) => openedAtMs / 60_000);

describe('a source', () => {
  test('is replaced as a whole', () => {
    const source = createCandleSource();
    source.setCandles(candles(0, 5));
    source.setCandles(candles(7, 9));
    expect(minutes(source)).toEqual([7, 8]);
  });

  test('prepends older candles and ignores known ones', () => {
    const source = createCandleSource();
    source.setCandles(candles(5, 8));
    source.prepend(candles(2, 7));
    expect(minutes(source)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  test('updates the open candle, begins another and corrects an earlier one', () => {
    const source = createCandleSource();
    const onChange = vi.fn<(change: SourceChange) => void>();
    source.setCandles(candles(0, 3));
    source.subscribe(onChange);
    source.applyLive(candle(2, 105));
    source.applyLive(candle(3, 106));
    source.applyLive(candle(1, 107));
    expect([...source.columns.close]).toEqual([100, 107, 105, 106]);
    expect(onChange.mock.calls.flat()).toEqual([
      { kind: 'live', appended: 0 },
      { kind: 'live', appended: 1 },
      { kind: 'corrected', index: 1 },
    ]);
  });

  test('ignores a candle that it cannot place', () => {
    const source = createCandleSource();
    const onChange = vi.fn<(change: SourceChange) => void>();
    source.setCandles([candle(5), candle(7)]);
    source.subscribe(onChange);
    source.applyLive(candle(6));
    source.applyLive(candle(4));
    expect(minutes(source)).toEqual([5, 7]);
    expect(onChange).not.toHaveBeenCalled();
  });

  test('notifies no unsubscribed listener', () => {
    const source = createCandleSource();
    const onChange = vi.fn<(change: SourceChange) => void>();
    source.subscribe(onChange)();
    source.setCandles(candles(0, 1));
    expect(onChange).not.toHaveBeenCalled();
  });

  test('accepts thousands at either end, one by one and by the page', () => {
    const source = createCandleSource();
    source.setCandles(candles(5000, 5001));
    for (let minute = 5001; minute < 7000; minute += 1) source.applyLive(candle(minute));
    for (let first = 4500; first >= 0; first -= 500) source.prepend(candles(first, first + 500));
    expect(minutes(source)).toEqual(Array.from({ length: 7000 }, (_, minute) => minute));
  });

  test('keeps candles and columns equal through any history', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('set' as const), from: fc.nat(50), length: fc.nat(20) }),
      fc.record({ kind: fc.constant('older' as const), from: fc.nat(50), length: fc.nat(20) }),
      fc.record({ kind: fc.constant('live' as const), from: fc.nat(80), length: fc.nat(5) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const source = createCandleSource();
        for (const { kind, from, length } of steps) {
          if (kind === 'set') source.setCandles(candles(from, from + length));
          if (kind === 'older') source.prepend(candles(from, from + length));
          if (kind === 'live') source.applyLive(candle(from, 90 + length));
        }
        const openedAtMs = [...source.columns.openedAtMs];
        for (const name of ['openedAtMs', 'open', 'high', 'low', 'close', 'volume'] as const) {
          expect([...source.columns[name]]).toEqual(source.candles.map((known) => Number(known[name])));
        }
        expect(source.columns.length).toBe(source.candles.length);
        expect(openedAtMs).toEqual([...new Set(openedAtMs)].toSorted((a, b) => a - b));
      }),
    );
  });
});

// The fast conversion to a float equals `Number` for every decimal of any length.

test('a decimal becomes the nearest float', () => {
  const digits = fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n });
  fc.assert(
    fc.property(digits, fc.nat(12), (all, places) => {
      const text = all
        .toString()
        .replace('-', '')
        .padStart(places + 1, '0');
      const whole = text.slice(0, text.length - places);
      const fraction = text.slice(text.length - places);
      const value = decimal(`${all < 0n ? '-' : ''}${whole}${places > 0 ? `.${fraction}` : ''}`);
      expect(modelNumber(value)).toBe(Number(value));
    }),
    { numRuns: 2000 },
  );
});

test('a market’s price does too', () => {
  for (const text of ['0', '28110.3', '0.00000001', '9007199254740993', '123456789.1234567']) {
    expect(modelNumber(decimal(text))).toBe(Number(text));
  }
});
