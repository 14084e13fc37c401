// Money and results of options: worked examples, the limits of settlement, and `settle` against a loop that follows the
// rule literally.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, compare, decimal, isPositive, multiply, subtract, ZERO, type Decimal } from '../money/money.ts';
import {
  breakEvenPercent,
  END_TICK_WITHIN_MS,
  evenHouseEdge,
  evenRatio,
  houseEdgePercent,
  isWorseThanQuoted,
  largestStake,
  netProfitOf,
  optionMoney,
  profitOf,
  returnOf,
  settle,
  type Direction,
  type OpenOption,
  type OptionOutcome,
  type OptionResult,
  type PricePoint,
  OPTION_SHARES,
} from './rules.ts';
import { largestPromise } from '../houseLimits.ts';
import { kindOf } from './terms.ts';

const d = decimal;
const TRIES = process.env['THOROUGH'] === '1' ? 100_000 : 2000;
const DUE_MS = Date.parse('2026-11-25T00:01:00.000Z');
const at = (ms: number) => new Date(DUE_MS + ms).toISOString();
const tick = (seq: number, ms: number, price: string): PricePoint => ({ seq, at: at(ms), price: d(price) });
const option = (direction: Direction, open = '100'): OpenOption => ({
  direction,
  pricePrecision: 2,
  open: tick(1, -60_000, open),
  dueAt: at(0),
});
/** The result of an option that opened at 100.00, by its ticks. */
const resultOf = (direction: Direction, ...ticks: readonly PricePoint[]) => settle(option(direction), ticks);

describe('the money of an option', () => {
  // Stake, profit ratio, fee; payout, fee, held, return of a win; break-even and edge in percent.
  test.each([
    ['100', '85', '0', '85', '0', '100', '185', '54.054054', '7.5'],
    ['100', '85', '1', '85', '1', '101', '185', '54.594595', '8.5'],
    ['33.33', '85', '1', '28.3305', '0.3333', '33.6633', '61.6605', '54.594595', '8.5'],
  ])('of %s at %s %% and a fee of %s %%', (stake, ratio, fee, ...expected) => {
    const rates = { profitRatio: d(ratio), feeRate: d(fee) };
    const money = optionMoney(d(stake), rates);
    expect([
      money.payout,
      money.fee,
      money.held,
      returnOf('win', money),
      breakEvenPercent(rates),
      houseEdgePercent(rates),
    ]).toEqual(expected);
  });

  test('is rounded in favour of the house', () => {
    const money = optionMoney(d('0.00000033'), { profitRatio: d('85'), feeRate: d('1') });
    expect([money.payout, money.fee]).toEqual(['0.00000028', '0.00000001']);
  });

  test('returns according to the result', () => {
    const money = optionMoney(d('100'), { profitRatio: d('85'), feeRate: d('1') });
    const results = ['win', 'tie', 'lose', 'void'] as const;
    expect(results.map((result) => returnOf(result, money))).toEqual(['185', '100', '0', '101']);
    expect(results.map((result) => profitOf(result, money))).toEqual(['85', '0', '-100', '0']);
    const netOf = (result: OptionResult) => netProfitOf({ result, fee: money.fee, profit: profitOf(result, money) });
    expect(results.map(netOf)).toEqual(['84', '-1', '-101', '0']);
  });

  test('takes the largest stake whose payout fits, and not a unit more', () => {
    const unit = d('0.00000001');
    const amount = fc.bigInt({ min: 1n, max: 10n ** 17n }).map((units) => multiply(d(String(units)), unit));
    const ratio = fc.integer({ min: 1, max: 2_000_000 }).map((percent) => d(String(percent)));
    fc.assert(
      fc.property(amount, ratio, (payoutMax, profitRatio) => {
        const rates = { profitRatio, feeRate: ZERO };
        const stake = largestStake(payoutMax, rates);
        expect(compare(optionMoney(stake, rates).payout, payoutMax)).toBeLessThanOrEqual(0);
        expect(compare(optionMoney(add(stake, unit), rates).payout, payoutMax)).toBe(1);
      }),
      { numRuns: TRIES },
    );
  });
});

describe('an option ends', () => {
  test.each([
    ['up', '100.01', 'win'],
    ['up', '99.99', 'lose'],
    ['up', '100', 'tie'],
    ['down', '99.99', 'win'],
    ['down', '100.01', 'lose'],
    ['down', '100', 'tie'],
    ['even', '100', 'win'],
    ['even', '100.01', 'lose'],
    // Equal at the precision of the market.
    ['up', '100.004', 'tie'],
    ['even', '99.996', 'win'],
  ] as const)('%s at %s: %s', (direction, price, result) => {
    expect(resultOf(direction, tick(2, 0, price))?.result).toBe(result);
  });

  test('by the first tick at or after its expiry, whatever comes later', () => {
    const ticks = [tick(8, -1, '90'), tick(9, 1, '110'), tick(10, 2, '80')];
    expect(resultOf('up', ...ticks)).toEqual({ result: 'win', voidReason: null, before: ticks[0], end: ticks[1] });
    expect(resultOf('up', tick(8, -1, '110'), tick(9, 0, '90'), tick(10, 0, '110'))?.result).toBe('lose');
  });

  test('by a tick 30.000 s late, and by none that is a millisecond later', () => {
    expect(resultOf('up', tick(2, END_TICK_WITHIN_MS, '101'))?.result).toBe('win');
    const late = tick(2, END_TICK_WITHIN_MS + 1, '101');
    expect(resultOf('up', late)).toEqual({ result: 'void', voidReason: 'no_tick', before: null, end: late });
  });

  test('not before its tick, and void when there will be none', () => {
    const before = tick(2, -1, '101');
    expect(resultOf('up', before)).toBeUndefined();
    expect(settle(option('up'), [before], 'series_ended')).toEqual({
      result: 'void',
      voidReason: 'series_ended',
      before,
      end: null,
    });
    // The end of the series came after its tick.
    expect(settle(option('up'), [before, tick(3, 5, '101')], 'series_ended')?.result).toBe('win');
  });

  test('as a loop that follows the rule literally', () => {
    const price = fc.integer({ min: 9_990, max: 10_010 }).map((cents) => multiply(d(String(cents)), d('0.01')));
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), price), { maxLength: 12 });
    const direction = fc.constantFrom<Direction>('up', 'down', 'even');
    fc.assert(
      fc.property(direction, price, steps, fc.integer({ min: -70_000, max: 10_000 }), (way, open, walked, startMs) => {
        let ms = startMs;
        const ticks = walked.map(([step, value], index) => ({
          seq: index + 2,
          at: at((ms += step)),
          price: value,
        }));
        const opened = { ...option(way), open: { seq: 1, at: at(-80_000), price: open } };
        const outcome = settle(opened, ticks);
        expect(outcome).toEqual(naively(opened, ticks));
        // More ticks do not change a decided result.
        const more = { seq: ticks.length + 2, at: at(ms + 1), price: d('1') };
        if (outcome !== undefined) expect(settle(opened, [...ticks, more], 'series_ended')).toEqual(outcome);
      }),
      { numRuns: TRIES },
    );
  });
});

function naively({ direction, open }: OpenOption, ticks: readonly PricePoint[]): OptionOutcome | undefined {
  let before: PricePoint | null = null;
  for (const end of ticks) {
    const lateMs = Date.parse(end.at) - DUE_MS;
    if (lateMs < 0) {
      before = end;
      continue;
    }
    if (lateMs > 30_000) return { result: 'void', voidReason: 'no_tick', before, end };
    const gain = subtract(end.price, open.price);
    const isUp = isPositive(gain);
    const isSame = gain === ZERO;
    if (direction === 'even') return { result: isSame ? 'win' : 'lose', voidReason: null, before, end };
    if (isSame) return { result: 'tie', voidReason: null, before, end };
    return { result: isUp === (direction === 'up') ? 'win' : 'lose', voidReason: null, before, end };
  }
  return undefined;
}

describe('even', () => {
  test.each([
    ['100.02', 'win'],
    ['99.98', 'win'],
    ['100.03', 'lose'],
    ['99.97', 'lose'],
  ])('within a band of 0.02 around 100 at %s: %s', (price, result) => {
    expect(settle({ ...option('even'), band: d('0.02') }, [tick(2, 0, price)])?.result).toBe(result);
  });

  // Chance and edge in percent; the ratio, and the house edge of it at a fee of 1 %.
  test.each([
    ['10', '7.5', '825', '8.5'],
    ['9.97282711', '7.5', '827', '8.5518926903'],
    ['21.9', '10', '310', '11.21'],
    // More than 900 is never paid.
    ['5', '10', '900', '51'],
  ])('of a chance of %s %% and an edge of %s %% pays %s %%', (chance, edge, ratio, kept) => {
    expect(evenRatio(d(chance), d(edge))).toBe(ratio);
    expect(evenHouseEdge(d(chance), { profitRatio: d(ratio), feeRate: d('1') })).toBe(kept);
  });

  test('has no ratio where it is nearly certain, or impossible', () => {
    expect(evenRatio(d('92.5'), d('7.5'))).toBeUndefined();
    expect(evenRatio(ZERO, d('7.5'))).toBeUndefined();
  });

  test('honours a quote that the price has moved by up to 1 %', () => {
    expect(isWorseThanQuoted(d('792'), d('800'))).toBe(false);
    expect(isWorseThanQuoted(d('791'), d('800'))).toBe(true);
    expect(isWorseThanQuoted(d('900'), d('800'))).toBe(false);
  });
});

test('limits reservations of the house by the tightest share', () => {
  const promised = { capital: d('100000'), available: d('100000'), user: ZERO, side: ZERO, all: ZERO };
  const payout = (change: Partial<Record<keyof typeof promised, Decimal>>) =>
    largestPromise(OPTION_SHARES, { ...promised, ...change });
  expect(payout({})).toBe('1000');
  expect(payout({ user: d('1500') })).toBe('500');
  expect(payout({ side: d('4900') })).toBe('100');
  expect(payout({ all: d('49999') })).toBe('1');
  expect(payout({ available: d('7') })).toBe('7');
  expect(payout({ side: d('5001') })).toBe('0');
});

test('shares terms between rising and falling, and has its own for even', () => {
  expect((['up', 'down', 'even'] as const).map(kindOf)).toEqual(['up_down', 'up_down', 'even']);
});
