// The outcome of an option is a function of its terms and the ticks. A loop that was written independently of the rule
// agrees on random options, and at the edges of both limits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isThorough } from '../../testing/thorough.ts';
import { decimal, toModelNumber } from '../money/money.ts';
import { isoOf, settleLogged, type CommittedTick } from './exitRule.ts';

const EXPIRES_MS = 1_763_856_120_123;
const PRICES = ['59999.5', '60000', '60000.15', '60001.05'].map(decimal);
const TERMS = {
  direction: 'up',
  pricePlaces: 2,
  purchasedMs: EXPIRES_MS - 60_000,
  entry: { seq: 1, price: decimal('60000') },
  expiresMs: EXPIRES_MS,
  lateMs: 5000,
} as const;

/** Ticks by the ms since the one before, the delay of their logging, and a price. */
const arbitraryTicks = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 6000 }), fc.nat(PRICES.length - 1)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((steps) => {
    let atMs = EXPIRES_MS - 30_000;
    return steps.map(([stepMs, delayMs, place], index): CommittedTick => {
      atMs += stepMs;
      return { seq: index + 1, at: isoOf(atMs), price: PRICES[place] ?? decimal('1'), loggedMs: atMs + delayMs };
    });
  });
const arbitraryTerms = fc.record({
  direction: fc.constantFrom('up', 'down', 'even'),
  lateMs: fc.constantFrom(5000, null),
});

function naively(direction: string, lateMs: number | null, ticks: readonly CommittedTick[]): string {
  for (const { at, price, loggedMs } of ticks) {
    const afterMs = Date.parse(at) - EXPIRES_MS;
    if (afterMs < 0) continue;
    if (afterMs > 30_000 || (lateMs !== null && loggedMs - Date.parse(at) > lateMs)) return 'void';
    const moved = toModelNumber(price) - 60_000;
    if (direction === 'even') return moved === 0 ? 'win' : 'lose';
    if (moved === 0) return 'tie';
    return (direction === 'up') === moved > 0 ? 'win' : 'lose';
  }
  return 'open';
}

describe('the exit rule', () => {
  it('agrees with a loop over the ticks', () => {
    fc.assert(
      fc.property(arbitraryTerms, arbitraryTicks, ({ direction, lateMs }, ticks) => {
        const outcome = settleLogged({ ...TERMS, direction, lateMs }, ticks);
        expect(outcome?.result ?? 'open').toBe(naively(direction, lateMs, ticks));
        expect(settleLogged({ ...TERMS, direction, lateMs }, ticks)).toEqual(outcome);
      }),
      { numRuns: isThorough ? 100_000 : 3000 },
    );
  });

  it('never gives less for a price that moved further', () => {
    const worth = { lose: 0, tie: 1, win: 2, void: -1 };
    const at = (price: (typeof PRICES)[number], direction: 'up' | 'down') =>
      worth[settleLogged({ ...TERMS, direction }, [tick(1000, 200, price)])?.result ?? 'void'];
    expect(PRICES.map((price) => at(price, 'up'))).toEqual([0, 1, 2, 2]);
    expect(PRICES.map((price) => at(price, 'down'))).toEqual([2, 1, 0, 0]);
  });

  const tick = (afterMs: number, delayMs: number, price = decimal('60001')): CommittedTick => ({
    seq: 2,
    at: isoOf(EXPIRES_MS + afterMs),
    price,
    loggedMs: EXPIRES_MS + afterMs + delayMs,
  });
  it.each([
    [29_900, 0, 'win'],
    [30_000, 0, 'win'],
    [30_100, 0, 'void'],
    [0, 4900, 'win'],
    [0, 5000, 'win'],
    [0, 5001, 'void'],
    [0, 5100, 'void'],
    [0, -10, 'win'],
  ])('takes a tick %i ms after the expiry that was logged %i ms later: %s', (afterMs, delayMs, result) => {
    expect(settleLogged(TERMS, [tick(afterMs, delayMs)])?.result).toBe(result);
  });

  it('does not skip a late tick for one in time', () => {
    const ticks = [tick(0, 6000, decimal('1')), { ...tick(1000, 200), seq: 3 }];
    expect(settleLogged(TERMS, ticks)).toMatchObject({ result: 'void', end: { seq: 2 } });
    expect(settleLogged({ ...TERMS, lateMs: null }, ticks)).toMatchObject({ result: 'lose', end: { seq: 2 } });
  });

  it('waits for a tick until the deadline', () => {
    expect(settleLogged(TERMS, [tick(-1, 0)])).toBeUndefined();
    expect(settleLogged(TERMS, [tick(-1, 0)], 'no_tick')).toMatchObject({ result: 'void', end: null });
  });
});
