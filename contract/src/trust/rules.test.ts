// Interest, penalties and dates of trust products: worked examples, limits, and every figure against a calculation with
// whole numbers alone.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, compare, decimal, toFixedText, type Decimal } from '../money/money.ts';
import { isThorough } from '../../testing/thorough.ts';
import {
  dayPercent,
  dayRate,
  daysOver,
  endsOn,
  gainOfWaiting,
  hashTrustTerms,
  interestAtRate,
  interestSchedule,
  largestAmountFor,
  paidAtMs,
  penaltyOf,
  remainDays,
  startsOn,
  totalInterest,
  yearPercent,
  type PenaltyTerms,
  type TrustTerms,
} from './rules.ts';

const d = decimal;
const TRIES = isThorough ? 10_000 : 500;
const PLACES = 8;

const byDays = (rate: string, days: number): PenaltyTerms => ({
  days,
  rate: d(rate),
  penaltyRule: 'days_of_interest',
  penaltyValue: d('1.5'),
});
const byRatio = (rate: string, days: number): PenaltyTerms => ({
  days,
  rate: d(rate),
  penaltyRule: 'ratio_remaining',
  penaltyValue: d('0.4'),
});

describe('worked examples', () => {
  test('10,000 at 6 % for 15 days', () => {
    const total = totalInterest(d('10000'), byDays('6', 15));
    expect(total).toBe('600');
    expect(interestSchedule('2026-11-25', total, 15).map(({ amount }) => amount)).toEqual(Array(15).fill('40'));
    expect(penaltyOf(d('10000'), byDays('6', 15), 10)).toBe('60');
    expect(penaltyOf(d('10000'), byRatio('6', 15), 10)).toBe('400');
    expect(dayRate(byDays('6', 15))).toBe('0.004');
    expect(dayPercent(byDays('6', 15))).toBe('0.4');
    expect([yearPercent(byDays('6', 15)), yearPercent(byDays('0.3', 30)), yearPercent(byDays('1', 7))]).toEqual([
      '146',
      '3.65',
      '52.14',
    ]);
    expect(interestAtRate(d('10000'), byDays('6', 15))).toBe('1200');
  });

  test('1,000 at 2.8 % for 7 days, 3 left', () => {
    expect(penaltyOf(d('1000'), byDays('2.8', 7), 3)).toBe('6');
    expect(penaltyOf(d('1000'), byRatio('2.8', 7), 3)).toBe('12');
  });

  test('1,000 at 1 % for 7 days: the days sum to the whole', () => {
    const amounts = interestSchedule('2026-11-25', d('10'), 7).map(({ amount }) => amount);
    expect(amounts).toEqual(['1.42857142', ...Array(6).fill('1.42857143')]);
    expect(add(...amounts)).toBe('10');
  });

  test('1,234.56789 at 5 % for 30 days', () => {
    expect(totalInterest(d('1234.56789'), byDays('5', 30))).toBe('61.7283945');
    expect(penaltyOf(d('1234.56789'), byDays('5', 30), 12)).toBe('3.08641973');
  });
});

describe('the days', () => {
  const boughtOn = '2026-02-26';
  const at = (text: string) => Date.parse(text);

  test('begin with the date after the purchase, and end with the last payment', () => {
    expect(startsOn(boughtOn)).toBe('2026-02-27');
    expect(endsOn(boughtOn, 7)).toBe('2026-03-06');
    expect(new Date(paidAtMs(boughtOn, 1)).toISOString()).toBe('2026-02-28T00:00:00.000Z');
    expect(new Date(paidAtMs(boughtOn, 7)).toISOString()).toBe('2026-03-06T00:00:00.000Z');
    expect(interestSchedule(boughtOn, d('7'), 7).map(({ date }) => date)).toEqual([
      '2026-02-27',
      '2026-02-28',
      ...['01', '02', '03', '04', '05'].map((day) => `2026-03-${day}`),
    ]);
  });

  test.each([
    ['2026-02-26T00:00:00.000Z', 0, 7],
    ['2026-02-27T23:59:59.999Z', 0, 7],
    ['2026-02-28T00:00:00.000Z', 1, 6],
    ['2026-03-05T23:59:59.999Z', 6, 1],
    ['2026-03-06T00:00:00.000Z', 7, 0],
    ['2026-12-31T00:00:00.000Z', 7, 0],
  ])('at %s %i are over and %i remain', (instant, over, remain) => {
    expect(daysOver(boughtOn, 7, at(instant))).toBe(over);
    expect(remainDays(boughtOn, 7, at(instant))).toBe(remain);
  });
});

/** Eight places as whole numbers. */
const units = (value: Decimal) => BigInt(toFixedText(value, PLACES).replace('.', ''));
const ofUnits = (value: bigint) => {
  const text = value.toString().padStart(PLACES + 1, '0');
  return d(`${text.slice(0, -PLACES)}.${text.slice(-PLACES)}`);
};
const divideUp = (a: bigint, b: bigint) => (a + b - 1n) / b;

const someTerms = fc.record({
  amount: fc.bigInt({ min: 1n, max: 10n ** 18n }).map(ofUnits),
  rate: fc.bigInt({ min: 1n, max: 100_0000n }).map((ten4) => ofUnits(ten4 * 10_000n)),
  days: fc.integer({ min: 1, max: 400 }),
  value: fc.bigInt({ min: 0n, max: 30_000n }).map((ten4) => ofUnits(ten4 * 10_000n)),
  rule: fc.constantFrom('days_of_interest' as const, 'ratio_remaining' as const),
});

describe('any product', () => {
  test('pays exactly its interest, day by day, never a negative amount', () => {
    fc.assert(
      fc.property(someTerms, ({ amount, rate, days }) => {
        const total = totalInterest(amount, { rate });
        expect(units(total)).toBe((units(amount) * units(rate)) / 10n ** 10n);
        const schedule = interestSchedule('2026-11-25', total, days);
        let paid = 0n;
        for (const [index, { day, amount: one, total: through }] of schedule.entries()) {
          const owed = (units(total) * BigInt(index + 1)) / BigInt(days);
          expect(units(one)).toBe(owed - paid);
          paid = owed;
          expect([day, units(through)]).toEqual([index + 1, owed]);
        }
        expect(paid).toBe(units(total));
      }),
      { numRuns: isThorough ? 10_000 : 100 },
    );
  });

  test('costs the same or less with every day, rounded up, and never more than the principal', () => {
    fc.assert(
      fc.property(someTerms, ({ amount, rate, days, value, rule }) => {
        const terms = { days, rate, penaltyRule: rule, penaltyValue: value };
        const naive = (remain: number) =>
          rule === 'days_of_interest'
            ? divideUp(units(amount) * units(value) * units(rate), BigInt(days) * 100n * 10n ** 16n)
            : divideUp(units(amount) * units(value) * BigInt(remain), 100n * 10n ** 8n);
        for (const remain of [days, Math.ceil(days / 2), 1]) {
          const penalty = penaltyOf(amount, terms, remain);
          const expected = naive(remain) > units(amount) ? units(amount) : naive(remain);
          expect(units(penalty)).toBe(expected);
        }
        expect(compare(penaltyOf(amount, terms, 1), penaltyOf(amount, terms, days))).toBeLessThanOrEqual(0);
      }),
      { numRuns: TRIES },
    );
  });

  test('accepts no more than the reserved interest allows', () => {
    fc.assert(
      fc.property(someTerms, ({ amount: interest, rate }) => {
        const largest = largestAmountFor(interest, { rate });
        expect(compare(totalInterest(largest, { rate }), interest)).toBeLessThanOrEqual(0);
      }),
      { numRuns: TRIES },
    );
  });
});

test('rounds shown rates down', () => {
  const rate = { rate: d('5'), days: 30 };
  expect([dayRate(rate), dayPercent(rate)]).toEqual(['0.00166666', '0.166666']);
  expect(interestAtRate(d('0.00000019'), rate)).toBe('0');
});

test('rounds the largest amount for some interest down, and is zero for negative interest', () => {
  const largest = (interest: string, rate: string) => largestAmountFor(d(interest), { rate: d(rate) });
  expect([largest('1', '6'), largest('0.000000019', '100')]).toEqual(['16.66666666', '0.00000001']);
  expect([largest('0', '6'), largest('-1', '6')]).toEqual(['0', '0']);
});

test('gains the unpaid interest and saves the penalty by waiting', () => {
  const more = gainOfWaiting(d('1000'), byRatio('2.8', 7), { remain: 3, unpaid: d('12') });
  expect(more).toBe('24');
});

test('has another digest for other terms', () => {
  const terms: TrustTerms = {
    ...byDays('2.8', 7),
    rule: 'trust/1',
    version: 1,
    product: 1,
    currency: 'USDT',
    minAmount: d('100'),
    maxAmount: d('50000'),
    capacity: d('1000000'),
  };
  expect(hashTrustTerms(terms)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashTrustTerms({ ...terms, penaltyValue: d('1.6') })).not.toBe(hashTrustTerms(terms));
});
