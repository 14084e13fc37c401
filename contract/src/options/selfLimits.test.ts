// Self-imposed limits tighten immediately and loosen a day later; the remaining stake is the largest that still fits.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../time.ts';
import { add, compare, decimal, multiply, round, type Decimal } from '../money/money.ts';
import { changeLimits, limitsAt, RAISE_AFTER_MS, stakeLeft, type LimitState } from './selfLimits.ts';

const d = decimal;
const NOW = Date.parse('2026-03-05T10:00:00.000Z');
const at = (ms: number) => new Date(ms).toISOString();
const NONE: LimitState = { dailyStake: null, dailyLoss: null, next: null };
const SET: LimitState = { dailyStake: d('100'), dailyLoss: d('50'), next: null };

describe('a limit', () => {
  test('that is new, lower or the same holds immediately', () => {
    expect(changeLimits(NONE, { dailyStake: d('100') }, NOW)).toEqual({ ...NONE, dailyStake: '100' });
    expect(changeLimits(SET, { dailyStake: d('0') }, NOW)).toEqual({ ...SET, dailyStake: '0' });
    expect(changeLimits(SET, { dailyLoss: d('50') }, NOW)).toEqual(SET);
    expect(changeLimits(SET, {}, NOW)).toEqual(SET);
  });

  test('that is higher, or lifted, waits for a day', () => {
    const raised = changeLimits(SET, { dailyStake: d('200'), dailyLoss: null }, NOW);
    expect(raised).toEqual({
      ...SET,
      next: { dailyStake: '200', dailyLoss: null, from: at(NOW + RAISE_AFTER_MS) },
    });
    expect(limitsAt(raised, NOW + RAISE_AFTER_MS - 1)).toEqual(raised);
    expect(limitsAt(raised, NOW + RAISE_AFTER_MS)).toEqual({ ...NONE, dailyStake: '200' });
  });

  test('is dropped from waiting by a lower one, while the other limit keeps waiting', () => {
    const raised = changeLimits(SET, { dailyStake: d('200'), dailyLoss: d('80') }, NOW);
    const { from } = raised.next ?? { from: '' };
    const later = NOW + HOUR_MS;
    expect(changeLimits(raised, { dailyStake: d('90') }, later)).toEqual({
      dailyStake: '90',
      dailyLoss: '50',
      next: { dailyStake: '90', dailyLoss: '80', from },
    });
    expect(changeLimits(raised, { dailyStake: d('100'), dailyLoss: d('50') }, later)).toEqual(SET);
  });

  test('requested again does not wait longer, and a higher one does', () => {
    const raised = changeLimits(SET, { dailyStake: d('200') }, NOW);
    const later = NOW + HOUR_MS;
    expect(changeLimits(raised, { dailyStake: d('200') }, later)).toEqual(raised);
    expect(changeLimits(raised, { dailyStake: d('201') }, later).next).toMatchObject({
      dailyStake: '201',
      from: at(later + RAISE_AFTER_MS),
    });
  });

  test('is never raised by any requests within a day of the first one', () => {
    const request = fc.option(
      fc.option(
        fc.integer({ min: 0, max: 300 }).map((n) => d(String(n))),
        { nil: null },
      ),
      { nil: undefined },
    );
    const steps = fc.array(fc.tuple(request, request, fc.integer({ min: 0, max: 6 * HOUR_MS })), { maxLength: 8 });
    fc.assert(
      fc.property(steps, (requests) => {
        let [state, ms] = [SET, NOW];
        for (const [dailyStake, dailyLoss, waited] of requests) {
          ms += waited;
          const held = limitsAt(state, ms);
          state = changeLimits(state, { dailyStake, dailyLoss }, ms);
          for (const name of ['dailyStake', 'dailyLoss'] as const) {
            const limit = held[name];
            if (limit === null) continue;
            expect(compare(state[name] ?? d('1000'), limit)).toBeLessThanOrEqual(0);
          }
          if (state.next !== null) expect(Date.parse(state.next.from)).toBeGreaterThan(ms);
        }
      }),
    );
  });
});

describe('the remaining stake', () => {
  const left = (dailyStake: string | null, dailyLoss: string | null, feeRate = '0'): Decimal | undefined => {
    const limits = {
      dailyStake: dailyStake === null ? null : d(dailyStake),
      dailyLoss: dailyLoss === null ? null : d(dailyLoss),
    };
    return stakeLeft(limits, { staked: d('40'), lost: d('10') }, d(feeRate));
  };

  test('is the least of both, never below zero, and undefined without limits', () => {
    expect(left(null, null)).toBeUndefined();
    expect(left('100', null)).toBe('60');
    expect(left('100', '50')).toBe('40');
    expect(left('30', '50')).toBe('0');
    expect(left(null, '10')).toBe('0');
  });

  test('is the largest stake that still fits with its fee', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => multiply(d(String(units)), d('0.00000001')));
    const fee = fc.integer({ min: 0, max: 5000 }).map((units) => multiply(d(String(units)), d('0.001')));
    fc.assert(
      fc.property(amount, fee, (room, feeRate) => {
        const costOf = (stake: Decimal) => add(stake, round(multiply(multiply(stake, feeRate), d('0.01')), 8, 'up'));
        const limits = { dailyStake: null, dailyLoss: room };
        const stake = stakeLeft(limits, { staked: d('0'), lost: d('0') }, feeRate) ?? d('0');
        expect(compare(costOf(stake), room)).toBeLessThanOrEqual(0);
        expect(compare(costOf(add(stake, d('0.00000001'))), room)).toBe(1);
      }),
    );
  });
});
