// Proves at random that money is conserved and never below zero, and that it ends the same whether an account is looked
// at with each tick or only with those that touch something of it.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, compare, decimal as d, isNegative, negate, subtract, ZERO, type Decimal } from '../../money/money.ts';
import type { Advanced, Effect, MarginAccount } from './account.ts';
import { advance } from './advance.ts';
import { BTC, ETH, granted, positionOf, tickOf } from './advanceFixtures.ts';
import { positionBand } from './bands.ts';

/** What a user has in all, and what he has lost to the outside by effects: nothing else may change it. */
function ownOf({ balance, positions, pending }: MarginAccount): Decimal {
  return add(balance, ...positions.map(({ margin }) => margin), ...pending.flatMap(({ margin, fee }) => [margin, fee]));
}
function gainedBy(effects: readonly Effect[]): Decimal {
  return add(
    ZERO,
    ...effects.map((effect) => {
      if (effect.kind === 'night') return negate(add(effect.fromBalance, effect.fromMargin));
      return effect.kind === 'closed' ? add(effect.profit, effect.shortfall) : ZERO;
    }),
  );
}

const anyPlan = fc.record({
  marketId: fc.constantFrom(BTC, ETH) as fc.Arbitrary<1 | 2>,
  side: fc.constantFrom('long' as const, 'short' as const),
  mode: fc.constantFrom('isolated' as const, 'cross' as const),
  lots: fc.integer({ min: 1, max: 40 }),
  leverage: fc.constantFrom(2, 5, 10, 20, 50),
  hasStops: fc.boolean(),
});
const anyPath = fc.array(fc.record({ marketId: fc.constantFrom(BTC, ETH), move: fc.integer({ min: -60, max: 60 }) }), {
  minLength: 1,
  maxLength: 60,
});
const START = { [BTC]: '60000', [ETH]: '3000' } as const;

function accountFrom(
  plans: readonly (typeof anyPlan extends fc.Arbitrary<infer T> ? T : never)[],
  balance: Decimal,
): MarginAccount {
  const positions = plans.map(({ marketId, side, hasStops, ...plan }, index) => {
    const [near, far] = marketId === BTC ? ['57000', '63000'] : ['2850', '3150'];
    const [stopLoss, stopProfit] = side === 'long' ? [near, far] : [far, near];
    const stops = hasStops ? { stopLoss: d(stopLoss), stopProfit: d(stopProfit) } : {};
    return positionOf(index + 1, { side, ...plan, ...stops }, { marketId, tick: START[marketId] });
  });
  return {
    balance,
    positions,
    pending: [],
    marks: new Map([
      [BTC, tickOf(START[BTC])],
      [ETH, tickOf(START[ETH])],
    ]),
  };
}

test('money is conserved and never below zero, and looking only where a band is left ends the same', () => {
  fc.assert(
    fc.property(
      fc.array(anyPlan, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 5000 }),
      anyPath,
      (plans, cash, path) => {
        const start = accountFrom(plans, d(String(cash)));
        let every: Advanced = { account: start, effects: [] };
        let touched: Advanced = { account: start, effects: [] };
        const prices: Record<number, Decimal> = { [BTC]: d(START[BTC]), [ETH]: d(START[ETH]) };
        const bandsOf = (account: MarginAccount) =>
          new Map(
            account.positions.map((position) => [
              position.id,
              { marketId: position.marketId, band: positionBand(account, position) },
            ]),
          );
        let bands = bandsOf(start);
        for (const [index, { marketId, move }] of path.entries()) {
          const step = marketId === BTC ? move * 20 : move;
          const price = add(prices[marketId] ?? ZERO, d(String(step)));
          if (compare(price, d('1')) < 0) continue;
          prices[marketId] = price;
          const tick = tickOf(price, index + 2);
          const one = advance(every.account, { marketId, tick }, granted);
          every = { account: one.account, effects: [...every.effects, ...one.effects] };
          const isTouched = [...bands.values()].some(
            ({ marketId: of, band: { low, high } }) =>
              of === marketId &&
              ((low !== null && compare(price, low) <= 0) || (high !== null && compare(price, high) >= 0)),
          );
          const marks = new Map([...touched.account.marks, [marketId, tick]]);
          if (!isTouched) {
            touched = { ...touched, account: { ...touched.account, marks } };
            continue;
          }
          const next = advance(touched.account, { marketId, tick }, granted);
          touched = { account: next.account, effects: [...touched.effects, ...next.effects] };
          bands = bandsOf(next.account);
        }
        expect(touched.effects).toEqual(every.effects);
        expect(subtract(ownOf(every.account), ownOf(start))).toBe(gainedBy(every.effects));
        expect([every.account.balance, ...every.account.positions.map(({ margin }) => margin)].some(isNegative)).toBe(
          false,
        );
      },
    ),
    { numRuns: 400 },
  );
});
