// Proves what ticks do to an account: by scripts of ticks, and against conservation of money at random. Whether it is
// asked at each tick or only at those that touch something, the end is the same.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, compare, decimal as d, isNegative, negate, subtract, ZERO, type Decimal } from '../../money/money.ts';
import type { PricePoint } from '../options.ts';
import type { Advanced, Effect, MarginAccount, OpenPosition, PendingOrder } from './account.ts';
import { advance, closeByHand, endSeries, passNight } from './advance.ts';
import { orderBand, positionBand } from './bands.ts';
import { contractTermsOf } from './contractTermsOf.ts';
import { draftOrder, type PositionOrder } from './order.ts';

const BTC = 1;
const ETH = 2;
const TERMS = { [BTC]: contractTermsOf('BTC/USDT'), [ETH]: contractTermsOf('ETH/USDT') };
const OPENED_AT = '2026-11-20T12:00:00.000Z';

const tickOf = (price: string | Decimal, seq = 1): PricePoint => ({
  seq,
  at: new Date(Date.parse(OPENED_AT) + seq * 1000).toISOString(),
  price: d(price),
});

function positionOf(
  id: number,
  change: Partial<PositionOrder> = {},
  at: { marketId?: 1 | 2; tick?: string } = {},
): OpenPosition {
  const { marketId = BTC, tick = '60000' } = at;
  const order = {
    side: 'long',
    mode: 'isolated',
    lots: 5,
    leverage: 20,
    targetPrice: null,
    stopProfit: null,
    stopLoss: null,
  } as const;
  const { position } = draftOrder({ ...order, ...change }, d(tick), TERMS[marketId]);
  return { ...position, terms: TERMS[marketId], id, marketId, openedAt: OPENED_AT, nightPaid: null, warned: null };
}

function orderOf(id: number, side: 'long' | 'short', targetPrice: string): PendingOrder {
  const { quantity, margin, fee } = draftOrder(
    { side, mode: 'isolated', lots: 5, leverage: 20, targetPrice: d(targetPrice), stopProfit: null, stopLoss: null },
    d('60000'),
    TERMS[BTC],
  );
  return {
    id,
    marketId: BTC,
    side,
    mode: 'isolated',
    lots: 5,
    quantity,
    margin,
    fee,
    stopProfit: null,
    stopLoss: null,
    targetPrice: d(targetPrice),
    terms: TERMS[BTC],
  };
}

const accountOf = (change: Partial<MarginAccount>): MarginAccount => ({
  balance: ZERO,
  positions: [],
  pending: [],
  marks: new Map([[BTC, tickOf('60000')]]),
  ...change,
});
const granted = () => true;
const at = (account: MarginAccount, price: string, marketId = BTC) =>
  advance(account, { marketId, tick: tickOf(price, 2) }, granted);
const told = ({ effects }: Advanced) =>
  effects.map((effect) => (effect.kind === 'closed' ? `${effect.position.id} ${effect.reason}` : effect.kind));

describe('a tick', () => {
  test('through stop loss and liquidation closes by the stop', () => {
    const account = accountOf({ positions: [positionOf(1, { stopLoss: d('59000') })] });
    expect(told(at(account, '59000.01'))).toEqual(['warned']);
    expect(told(at(account, '59000'))).toEqual(['1 stop_loss']);
    expect(told(at(account, '58000'))).toEqual(['1 stop_loss']);
  });

  test('at the liquidation price closes, one before does not', () => {
    const account = accountOf({ positions: [positionOf(1)] });
    expect(told(at(account, '58511.71'))).toEqual(['warned']);
    const [closed] = at(account, '58511.7').effects;
    expect(closed).toMatchObject({ reason: 'liquidation', returned: '75.015', profit: '-75.015', shortfall: '0' });
  });

  test('through bankruptcy leaves nothing, and the shortfall to insurance', () => {
    const [closed] = at(accountOf({ positions: [positionOf(1)] }), '55000').effects;
    expect(closed).toMatchObject({ reason: 'liquidation', returned: '0', shortfall: '100.57' });
  });

  test('at the cap closes with no more than the reserve', () => {
    const [closed] = at(accountOf({ positions: [positionOf(1)] }), '90000').effects;
    expect(closed).toMatchObject({ reason: 'profit_cap', profit: '1350.27' });
    expect(told(at(accountOf({ positions: [positionOf(1, { stopProfit: d('61000') })] }), '90000'))).toEqual([
      '1 stop_profit',
    ]);
  });

  test('warns at a level and not before it, however the rate is rounded', () => {
    // 75.00003 %, which is shown as 75.0000 %.
    const position = { ...positionOf(1), margin: d('150.03004501') };
    expect(told(at(accountOf({ positions: [position] }), '59261.85'))).toEqual([]);
    expect(told(at(accountOf({ positions: [positionOf(1)] }), '59261.85'))).toEqual(['warned']);
  });

  test('warns once at each level', () => {
    const account = accountOf({ positions: [positionOf(1)] });
    const first = at(account, '59200');
    expect(first.effects).toMatchObject([{ kind: 'warned', level: 150 }]);
    expect(at(first.account, '59200').effects).toEqual([]);
    const second = at(first.account, '58700');
    expect(second.effects).toMatchObject([{ kind: 'warned', level: 120 }]);
    expect(at(second.account, '59200').effects).toEqual([]);
  });

  test('opens an order at its open price, which a gap makes better; its stops are looked at from the next tick on', () => {
    const account = accountOf({ pending: [{ ...orderOf(1, 'long', '59000'), stopLoss: d('58900') }] });
    expect(orderBand(account.pending[0] as PendingOrder)).toEqual({ low: '58988', high: null });
    expect(told(at(account, '58988.01'))).toEqual([]);
    const opened = at(account, '58500');
    expect(opened.effects).toMatchObject([
      { kind: 'opened', position: { openPrice: '58512', originMargin: '147.5', reserve: '1327.5' } },
    ]);
    expect(told(at(opened.account, '58500'))).toEqual(['1 stop_loss']);
  });

  test('goes over positions by their ids, whichever opened first', () => {
    const account = accountOf({ positions: [positionOf(2)], pending: [orderOf(1, 'long', '59900')] });
    expect(at(account, '59800').account.positions.map(({ id }) => id)).toEqual([1, 2]);
  });

  test('gives an order up that the house cannot take on', () => {
    const account = accountOf({ pending: [orderOf(1, 'long', '59000')] });
    const refused = advance(account, { marketId: BTC, tick: tickOf('58000', 2) }, () => false);
    expect(refused.effects).toMatchObject([{ kind: 'cancelled', reason: 'house_limit', tick: { price: '58000' } }]);
    // Margin and fee: 147.5 and 1.475.
    expect(refused.account.balance).toBe('148.975');
  });
});

describe('a night', () => {
  const midnight = '2026-11-21T00:00:00.000Z';
  test('takes from the margin of an isolated position, once, and no more than there is', () => {
    const account = accountOf({ positions: [positionOf(1)] });
    const passed = passNight(account, { marketId: BTC, midnight, tick: tickOf('60500') });
    expect(passed.effects).toMatchObject([{ kind: 'night', fromMargin: '0.9075', fromBalance: '0' }]);
    expect(passNight(passed.account, { marketId: BTC, midnight, tick: tickOf('60500') }).effects).toEqual([]);
    const poor = accountOf({ positions: [{ ...positionOf(1), margin: d('0.5') }] });
    expect(passNight(poor, { marketId: BTC, midnight, tick: tickOf('60500') }).effects).toMatchObject([
      { fromMargin: '0.5' },
    ]);
    const young = accountOf({ positions: [{ ...positionOf(1), openedAt: midnight }] });
    expect(passNight(young, { marketId: BTC, midnight, tick: tickOf('60500') }).effects).toEqual([]);
  });

  test('takes from the balance first of a cross position', () => {
    const account = accountOf({ balance: d('0.5'), positions: [positionOf(1, { mode: 'cross' })] });
    expect(passNight(account, { marketId: BTC, midnight, tick: tickOf('60500') }).effects).toMatchObject([
      { fromMargin: '0.4075', fromBalance: '0.5' },
    ]);
  });
});

describe('cross positions', () => {
  const marks = new Map([
    [BTC, tickOf('60000')],
    [ETH, tickOf('3000')],
  ]);
  const short = {
    ...positionOf(2, { mode: 'cross', side: 'short', lots: 10, leverage: 10 }, { marketId: ETH, tick: '3000' }),
  };

  test('close the largest margin first, until the rest stands', () => {
    const account = accountOf({ balance: d('100'), marks, positions: [positionOf(1, { mode: 'cross' }), short] });
    expect(told(at(account, '54200'))).toEqual(['warned']);
    const closed = at(account, '53500');
    expect(told(closed)[0]).toBe('2 liquidation');
    expect(closed.account.positions.map(({ id }) => id)).toEqual(closed.effects.length > 1 ? [] : [1]);
  });

  test('pay a loss beyond one margin from the balance and the other margins before anybody else does', () => {
    const account = accountOf({
      balance: d('10'),
      marks,
      positions: [positionOf(1, { mode: 'cross', lots: 20 }), short],
    });
    const closings = at(account, '56500').effects.filter((effect) => effect.kind === 'closed');
    const sums = closings.map(({ fromBalance, fromMargins, shortfall }) => [
      fromBalance,
      fromMargins.length,
      shortfall,
    ]);
    expect(closings.map(({ position }) => position.id)).toEqual([1]);
    expect(sums).toEqual([['10', 1, '0']]);
  });

  test('realise the best profit when nothing else pays', () => {
    const winner = positionOf(3, { mode: 'cross', side: 'short', lots: 10 });
    const loser = positionOf(1, { mode: 'cross', lots: 20, stopLoss: d('56000') });
    const account = accountOf({ positions: [loser, winner] });
    expect(told(at(account, '55000'))).toEqual(['3 liquidation', '1 stop_loss']);
  });
});

test('the end of a series closes at its last tick and gives orders up', () => {
  const account = accountOf({ positions: [positionOf(1)], pending: [orderOf(2, 'long', '59000')] });
  expect(told(endSeries(account, BTC))).toEqual(['1 series_ended', 'cancelled']);
  expect(told(closeByHand(account, 7))).toEqual([]);
});

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
