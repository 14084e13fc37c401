// Random histories: money is conserved and never negative; evaluating every tick ends the same as evaluating only ticks
// outside the band; and the first tick that reaches the shown liquidation price closes, none before. THOROUGH=1 runs
// 100,000 cases.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../time.ts';
import {
  add,
  compare,
  decimal as d,
  isNegative,
  multiply,
  negate,
  subtract,
  ZERO,
  type Decimal,
} from '../money/money.ts';
import { isThorough } from '../../testing/thorough.ts';
import {
  crossLiquidationPrice,
  crossOf,
  positionBand,
  type Advanced,
  type Effect,
  type MarginAccount,
  type OpenPosition,
} from './account.ts';
import { advance, closeManually, chargeOvernight } from './advance.ts';
import { BTC, ETH, granted, positionOf, tickOf } from '../../testing/futuresFixtures.ts';
import { cutLots, liquidationPrice } from './position.ts';

/** All funds of a user and all losses to the outside by effects: nothing else may change the sum. */
function ownOf({ balance, positions, pending }: MarginAccount): Decimal {
  return add(balance, ...positions.map(({ margin }) => margin), ...pending.flatMap(({ margin, fee }) => [margin, fee]));
}
function gainedBy(effects: readonly Effect[]): Decimal {
  return add(
    ZERO,
    ...effects.map((effect) => {
      if (effect.kind === 'overnight') return negate(add(effect.fromBalance, effect.fromMargin));
      return effect.kind === 'closed' ? add(effect.profit, effect.shortfall) : ZERO;
    }),
  );
}

const anyMarket = fc.constantFrom(BTC, ETH) as fc.Arbitrary<1 | 2>;
const anyMove = fc.integer({ min: -60, max: 60 });
const planFields = {
  marketId: anyMarket,
  side: fc.constantFrom('long' as const, 'short' as const),
  lots: fc.integer({ min: 1, max: 40 }),
  leverage: fc.constantFrom(2, 5, 10, 20, 50),
};
const anyPlan = fc.record({
  ...planFields,
  mode: fc.constantFrom('isolated' as const, 'cross' as const),
  hasStops: fc.boolean(),
  liquidationLevel: fc.constantFrom('20', '50', '80'),
});
const anyPath = fc.array(fc.record({ marketId: anyMarket, move: anyMove }), { minLength: 1, maxLength: 60 });
const START = { [BTC]: '60000', [ETH]: '3000' } as const;

/** The same relative move for either price. */
function nextPrice(price: Decimal = ZERO, { marketId, move }: { marketId: 1 | 2; move: number }): Decimal {
  return add(price, d(String(marketId === BTC ? move * 20 : move)));
}

type AnyPlan = typeof anyPlan extends fc.Arbitrary<infer T> ? T : never;
type Plan = Omit<AnyPlan, 'hasStops' | 'liquidationLevel'> & Partial<AnyPlan>;

function accountFrom(plans: readonly Plan[], balance: Decimal): MarginAccount {
  const positions = plans.map(({ marketId, side, hasStops = false, liquidationLevel = '50', ...plan }, index) => {
    const [near, far] = marketId === BTC ? ['57000', '63000'] : ['2850', '3150'];
    const [stopLoss, takeProfit] = side === 'long' ? [near, far] : [far, near];
    const stops = hasStops ? { stopLoss: d(stopLoss), takeProfit: d(takeProfit) } : {};
    const position = positionOf(index + 1, { side, ...plan, ...stops }, { marketId, tick: START[marketId] });
    return { ...position, terms: { ...position.terms, liquidationLevel: d(liquidationLevel) } };
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

test('conserves money without negative balances, and skipping ticks inside the band ends the same', () => {
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
          const price = nextPrice(prices[marketId], { marketId, move });
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

/** Steps of an account: any tick, ticks that just reach or miss a shown price, and ticks between. */
const anyStep = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('tick' as const), marketId: anyMarket, move: anyMove }), weight: 5 },
  fc.record({ kind: fc.constant('aim' as const), which: fc.nat(4), off: fc.integer({ min: -2, max: 2 }) }),
  fc.record({ kind: fc.constant('overnight' as const), marketId: anyMarket }),
  fc.record({ kind: fc.constant('margin' as const), which: fc.nat(4), amount: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ kind: fc.constant('part' as const), which: fc.nat(4), lots: fc.integer({ min: 1, max: 39 }) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

const PART_ID = 100;

/** A partial close by the user: the part becomes a position of its own, which is closed manually. */
function closePart(account: MarginAccount, whole: OpenPosition, lots: number): MarginAccount {
  const { part, rest } = cutLots(whole, lots);
  const { terms } = whole;
  const others = account.positions.filter((one) => one !== whole);
  const positions = [...others, { ...whole, ...rest, terms }, { ...whole, ...part, terms, id: PART_ID }];
  return closeManually({ ...account, positions: positions.toSorted((a, b) => a.id - b.id) }, PART_ID).account;
}

function shownOf(account: MarginAccount, position: OpenPosition): Decimal | undefined {
  if (position.mode === 'isolated') return liquidationPrice(position);
  const cross = crossOf(account);
  const marked = cross.marked.find((one) => one.position === position);
  return marked && crossLiquidationPrice(cross, marked);
}

/** The tick of a step, if it has one. */
function tickOfStep(account: MarginAccount, step: Step): { marketId: number; price: Decimal } | undefined {
  if (step.kind === 'tick') {
    return { marketId: step.marketId, price: nextPrice(account.marks.get(step.marketId)?.price, step) };
  }
  const aimed = step.kind === 'aim' ? account.positions[step.which] : undefined;
  const shown = aimed && shownOf(account, aimed);
  if (step.kind !== 'aim' || aimed === undefined || shown === undefined) return undefined;
  return { marketId: aimed.marketId, price: add(shown, multiply(d('0.01'), d(String(step.off)))) };
}

function prepare(account: MarginAccount, step: Step, nights: number): MarginAccount {
  if (step.kind === 'tick' || step.kind === 'aim') return account;
  const one = step.kind === 'overnight' ? undefined : account.positions[step.which];
  if (step.kind === 'margin') {
    const more = one?.mode === 'isolated' ? { ...one, margin: add(one.margin, d(String(step.amount))) } : one;
    return { ...account, positions: account.positions.map((each) => (each === one && more ? more : each)) };
  }
  if (step.kind === 'part')
    return one !== undefined && step.lots < one.lots ? closePart(account, one, step.lots) : account;
  const tick = account.marks.get(step.marketId);
  if (tick === undefined) throw new Error('both markets have a price');
  const midnight = new Date(Date.parse('2026-11-21T00:00:00.000Z') + nights * DAY_MS).toISOString();
  return chargeOvernight(account, { marketId: step.marketId, midnight, tick }).account;
}

const isReached = ({ side }: OpenPosition, price: Decimal, shown: Decimal | undefined) =>
  shown !== undefined && (side === 'long' ? compare(price, shown) <= 0 : compare(price, shown) >= 0);

/** Checks one tick against the liquidation prices that were shown before it. */
function expectShownPrices(
  before: MarginAccount,
  { marketId, price }: { readonly marketId: number; readonly price: Decimal },
  effects: readonly Effect[],
): readonly OpenPosition[] {
  const closed = effects.filter((effect) => effect.kind === 'closed');
  const liquidated = closed.filter(({ reason }) => reason === 'liquidation').map(({ position }) => position);
  const here = before.positions.filter((position) => position.marketId === marketId);
  const isolated = here.filter(({ mode }) => mode === 'isolated');
  const reached = isolated.filter((position) => isReached(position, price, shownOf(before, position)));
  expect(liquidated.filter(({ mode }) => mode === 'isolated').map(({ id }) => id)).toEqual(reached.map(({ id }) => id));
  const cross = here.find(({ mode }) => mode === 'cross');
  if (cross === undefined) return liquidated;
  const isOut = isReached(cross, price, shownOf(before, cross));
  const isClosed = liquidated.some(({ mode }) => mode === 'cross');
  // The return of an isolated position at the same tick may have saved the account.
  const isChanged = closed.some(({ position }) => position.mode === 'isolated');
  if (isClosed || !isChanged) expect(isClosed).toBe(isOut);
  return liquidated;
}

test('closes at the shown liquidation price and not before it, whatever happened before', () => {
  const anyCross = fc.option(fc.record({ ...planFields, mode: fc.constant('cross' as const) }), { nil: null });
  const anyIsolated = fc.array(fc.record({ ...planFields, mode: fc.constant('isolated' as const) }), { maxLength: 3 });
  const liquidated = { isolated: 0, cross: 0 };
  fc.assert(
    fc.property(
      fc.tuple(anyCross, anyCross, anyIsolated, fc.integer({ min: 0, max: 3000 })),
      fc.array(anyStep, { minLength: 5, maxLength: 40 }),
      ([first, second, isolated, cash], steps) => {
        // The shown price of a cross position assumes that all others stay unchanged: one position a market.
        const crosses = [
          first && { ...first, marketId: BTC as 1 | 2 },
          second && { ...second, marketId: ETH as 1 | 2 },
        ];
        const plans = [...crosses.filter((plan) => plan !== null), ...isolated];
        let account = accountFrom(plans, d(String(cash)));
        let nights = 0;
        for (const [index, step] of steps.entries()) {
          if (step.kind === 'overnight') nights += 1;
          account = prepare(account, step, nights);
          const said = tickOfStep(account, step);
          if (said === undefined || compare(said.price, d('1')) < 0) continue;
          const next = advance(account, { ...said, tick: tickOf(said.price, index + 2) }, granted);
          for (const { mode } of expectShownPrices(account, said, next.effects)) liquidated[mode] += 1;
          account = next.account;
        }
      },
    ),
    { numRuns: isThorough ? 100_000 : 300 },
  );
  // Enough of both kinds, so that the property was exercised.
  expect(Math.min(liquidated.isolated, liquidated.cross)).toBeGreaterThan(50);
});
