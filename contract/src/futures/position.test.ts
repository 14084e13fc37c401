// Formulas of positions, tested with worked examples and published figures, and the rule that the shown liquidation
// price is the one that closes. THOROUGH=1 runs 100,000 cases.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, compare, decimal as d, fromModelNumber, multiply, ZERO, type Decimal } from '../money/money.ts';
import { isThorough } from '../../testing/thorough.ts';
import { futuresTermsOf } from '../../testing/futuresFixtures.ts';
import { crossLiquidationPrice, crossRate, freeOf, isCrossAtLevel, type Marked } from './account.ts';
import { draftOrder, type PositionOrder } from './order.ts';
import {
  bankruptcyPrice,
  closeReasonAt,
  closingProfit,
  cutLots,
  isAtLevel,
  isolatedBand,
  liquidationPrice,
  openingMoney,
  overnightFee,
  profitAt,
  profitCapPrice,
  rateOf,
  reserveOf,
  type Position,
} from './position.ts';

const BTC = futuresTermsOf('BTC/USDT');
const RUNS = isThorough ? 100_000 : 3000;

function opened(
  side: 'long' | 'short',
  change: Partial<Parameters<typeof draftOrder>[0]> = {},
  tick = '60000',
): Position {
  const order = {
    side,
    mode: 'isolated',
    lots: 5,
    leverage: 20,
    targetPrice: null,
    takeProfit: null,
    stopLoss: null,
  } as const;
  return draftOrder({ ...order, ...change }, d(tick), BTC).position;
}

describe('worked examples', () => {
  const figuresOf = (side: 'long' | 'short') => {
    const order = {
      side,
      mode: 'isolated',
      lots: 5,
      leverage: 20,
      targetPrice: null,
      takeProfit: null,
      stopLoss: null,
    };
    const { position, ...draft } = draftOrder(order as PositionOrder, d('60000'), BTC);
    const { entryPrice, notional, margin, fee, reserve } = draft;
    const prices = [liquidationPrice(position), bankruptcyPrice(position), profitCapPrice(position)];
    return [entryPrice, notional, margin, fee, reserve, ...prices];
  };

  test('at opening', () => {
    const long = ['60012', '3000.6', '150.03', '1.5003', '1350.27', '58511.7', '57011.4', '87017.4'];
    const short = ['59988', '2999.4', '149.97', '1.4997', '1349.73', '61487.7', '62987.4', '32993.4'];
    expect([figuresOf('long'), figuresOf('short')]).toEqual([long, short]);
  });

  test('an overnight fee, a partial close and the tick that liquidates', () => {
    const long = opened('long');
    const fee = overnightFee(long.quantity, d('60500'), d('0.03'));
    expect(fee).toBe('0.9075');
    const after = { ...long, margin: d('149.1225') };
    expect(liquidationPrice(after)).toBe('58529.85');
    const { part, rest } = cutLots(after, 2);
    expect(part.margin).toBe('59.649');
    expect(closingProfit(part, d('61000'))).toBe('19.76');
    expect(add(part.margin, closingProfit(part, d('61000')))).toBe('79.409');
    expect(rest).toMatchObject({ margin: '89.4735', originMargin: '90.018', lots: 3, quantity: '0.03' });
    expect(isAtLevel(rest, d('58529.86'), d('50'))).toBe(false);
    expect(isAtLevel(rest, d('58529.85'), d('50'))).toBe(true);
    expect(add(rest.margin, closingProfit(rest, d('58529.85')))).toBe('45.009');
    expect(closingProfit(rest, d('55000'))).toBe('-150.36');
  });

  test('cross', () => {
    const long = opened('long', { mode: 'cross' });
    const eth = futuresTermsOf('ETH/USDT');
    const short: Position = {
      ...long,
      side: 'short',
      quantity: d('1'),
      entryPrice: d('3000'),
      originMargin: d('300'),
      margin: d('300'),
      terms: eth,
    };
    const account = {
      balance: d('500'),
      marked: [
        { position: long, price: d('55000') },
        { position: short, price: d('3200') },
      ],
    };
    expect(crossRate(account)).toBe('110.977');
    expect(crossLiquidationPrice(account, account.marked[0] as Marked)).toBe('49511.7');
    expect(crossLiquidationPrice(account, account.marked[1] as Marked)).toBe('3474.42');
    expect(freeOf(account)).toBe('49.4');
  });

  test('published figures', () => {
    const at = (change: Partial<Position>): Position => ({
      ...opened('long'),
      quantity: d('1'),
      reserve: d('100000'),
      ...change,
    });
    const of = (liquidationLevel: string) => ({ liquidationLevel: d(liquidationLevel), pricePrecision: 2 });
    const bybit = at({ entryPrice: d('20000'), originMargin: d('400'), margin: d('400'), terms: of('25') });
    expect(liquidationPrice(bybit)).toBe('19700');
    expect(liquidationPrice({ ...bybit, margin: d('200') })).toBe('19900');
    const gains = at({
      entryPrice: d('20000'),
      quantity: d('0.25'),
      originMargin: d('50'),
      margin: d('49'),
      terms: of('10'),
    });
    expect(liquidationPrice(gains)).toBe('19824');
    expect(bankruptcyPrice(at({ entryPrice: d('10000'), originMargin: d('200'), margin: d('200') }))).toBe('9800');
    expect(profitAt({ side: 'long', quantity: d('0.2'), entryPrice: d('7000') }, d('7500'))).toBe('100');
    expect(profitAt({ side: 'short', quantity: d('0.4'), entryPrice: d('6000') }, d('5000'))).toBe('400');
    expect(rateOf(d('150'), d('300'))).toBe('50');
  });
});

const cents = (min: number, max: number) => fc.integer({ min, max }).map((units) => fromModelNumber(units / 100, 2));
const anyPosition = fc.record({
  side: fc.constantFrom('long' as const, 'short' as const),
  lots: fc.integer({ min: 1, max: 10_000 }),
  leverage: fc.constantFrom(...BTC.leverages),
  tick: cents(100_000, 12_000_000),
  added: cents(0, 1_000_000),
  nights: fc.integer({ min: 0, max: 60 }),
  closed: fc.integer({ min: 0, max: 90 }),
});

/** A position after overnight fees, added margin and a partial close. */
function grown({
  side,
  lots,
  leverage,
  tick,
  added,
  nights,
  closed,
}: typeof anyPosition extends fc.Arbitrary<infer T> ? T : never): Position {
  const { position } = draftOrder(
    { side, mode: 'isolated', lots, leverage, targetPrice: null, takeProfit: null, stopLoss: null },
    tick,
    BTC,
  );
  const night = overnightFee(position.quantity, tick, BTC.overnightRate);
  const taken = multiply(night, d(String(nights)));
  const margin = add(position.margin, added);
  const left = compare(taken, margin) < 0 ? add(margin, multiply(taken, d('-1'))) : ZERO;
  const part = Math.floor((lots * closed) / 100);
  return part === 0 ? { ...position, margin: left } : cutLots({ ...position, margin: left }, part).rest;
}

test('closes first at the shown price, for any position and price', () => {
  fc.assert(
    fc.property(anyPosition, fc.integer({ min: -500, max: 500 }), (plan, off) => {
      const position = grown(plan);
      const shown = liquidationPrice(position);
      if (shown === undefined) {
        expect(position.side).toBe('long');
        expect(isAtLevel(position, d('0.01'), d('50'))).toBe(false);
        return;
      }
      const price = add(shown, fromModelNumber(off / 100, 2));
      if (compare(price, ZERO) <= 0) return;
      const reached = position.side === 'long' ? compare(price, shown) <= 0 : compare(price, shown) >= 0;
      expect(isAtLevel(position, price, d('50'))).toBe(reached);
      // A tick inside the band does not close.
      const band = isolatedBand(position, d('50'));
      const isInside =
        (band.low === null || compare(price, band.low) > 0) && (band.high === null || compare(price, band.high) < 0);
      if (isInside) expect(isAtLevel(position, price, d('50'))).toBe(false);
    }),
    { numRuns: RUNS },
  );
});

test('closes a cross account first at the shown price, while the others stay unchanged', () => {
  const anyAccount = fc.record({
    plans: fc.array(anyPosition, { minLength: 1, maxLength: 4 }),
    balance: cents(0, 100_000_000),
    off: fc.integer({ min: -300, max: 300 }),
  });
  fc.assert(
    fc.property(anyAccount, ({ plans, balance, off }) => {
      const marked = plans.map((plan) => ({ position: { ...grown(plan), mode: 'cross' as const }, price: plan.tick }));
      const [first, ...others] = marked;
      if (first === undefined) return;
      const shown = crossLiquidationPrice({ balance, marked }, first);
      if (shown === undefined) return;
      const price: Decimal = add(shown, fromModelNumber(off / 100, 2));
      if (compare(price, ZERO) <= 0) return;
      const reached = first.position.side === 'long' ? compare(price, shown) <= 0 : compare(price, shown) >= 0;
      expect(isCrossAtLevel({ balance, marked: [{ ...first, price }, ...others] }, d('50'))).toBe(reached);
    }),
    { numRuns: RUNS },
  );
});

test('keeps the whole of a position in its parts', () => {
  fc.assert(
    fc.property(anyPosition, fc.integer({ min: 1, max: 99 }), (plan, percent) => {
      const whole = grown(plan);
      const lots = Math.floor((whole.lots * percent) / 100);
      if (lots === 0) return;
      const { part, rest } = cutLots(whole, lots);
      for (const name of ['margin', 'originMargin', 'reserve', 'quantity'] as const)
        expect(add(part[name], rest[name])).toBe(whole[name]);
    }),
  );
});

test('never pays a short more than its notional, which is the reserve of the house', () => {
  const money = openingMoney({ side: 'short', lots: 1, leverage: 2, entryPrice: d('60000') }, BTC);
  expect(money.reserve).toBe(money.notional);
});

test.each([
  ['long', 'isolated', '58511.7', 'liquidation'],
  ['long', 'isolated', '58511.71', undefined],
  ['long', 'isolated', '58400', 'stop_loss'],
  ['long', 'cross', '58511.7', undefined],
  ['long', 'cross', '58400', 'stop_loss'],
  ['long', 'isolated', '70000', 'stop_profit'],
  ['long', 'cross', '69999.99', undefined],
  ['short', 'isolated', '61487.7', 'liquidation'],
  ['short', 'cross', '61487.7', undefined],
] as const)('a %s position that is %s closes at %s: %s', (side, mode, price, reason) => {
  const stops = side === 'long' ? { stopLoss: d('58400'), takeProfit: d('70000') } : {};
  expect(closeReasonAt(opened(side, { mode, ...stops }), d(price))).toBe(reason);
});

test('rounds amounts that the ledger cannot store against the owner of a position', () => {
  const tiny = { side: 'long', quantity: d('0.000000001'), entryPrice: d('100'), reserve: d('100') } as const;
  expect([d('119'), d('89')].map((price) => closingProfit(tiny, price))).toEqual(['0.00000001', '-0.00000002']);
  const money = { side: 'long', margin: d('0.00000001'), notional: d('1') } as const;
  expect(reserveOf(money, { profitCap: d('1.9') })).toBe('0.00000001');
  expect(overnightFee(d('0.000001'), d('0.01'), d('1'))).toBe('0.00000001');
  expect([rateOf(d('2'), d('3')), rateOf(d('-1'), d('3'))]).toEqual(['66.6666', '-33.3334']);
  const { part, rest } = cutLots({ ...opened('long', { lots: 3 }), margin: d('0.00000001') }, 2);
  expect([part.margin, rest.margin]).toEqual(['0', '0.00000001']);
});
