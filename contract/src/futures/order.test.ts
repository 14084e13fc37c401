// Previews of futures orders and their refusals, at each limit and on both sides.
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { setStops } from './calls.ts';
import { decimal as d, type Decimal } from '../money/money.ts';
import { futuresTermsOf } from '../../testing/futuresFixtures.ts';
import {
  checkLeverage,
  checkLots,
  checkPrice,
  checkStops,
  draftOrder,
  isWorse,
  lotsWithin,
  readLots,
  readStop,
  worstPriceOf,
  type PositionOrder,
} from './order.ts';

// Lots of 0.01, a spread of 12 and tiers at 50,000, 250,000 and 1,000,000.
const BTC = futuresTermsOf('BTC/USDT');
const AT_MARKET: PositionOrder = {
  side: 'long',
  mode: 'isolated',
  lots: 5,
  leverage: 20,
  targetPrice: null,
  takeProfit: null,
  stopLoss: null,
};
const priceOf = (text: string | null) => (text === null ? null : d(text));

describe('an order with a target', () => {
  const draft = (side: 'long' | 'short', target: string) =>
    draftOrder({ ...AT_MARKET, side, targetPrice: d(target) }, d('60000'), BTC);

  it('waits at its target while the entry price is worse', () => {
    expect(draft('long', '60011.99')).toMatchObject({ opensNow: false, entryPrice: '60011.99', notional: '3000.5995' });
    expect(draft('short', '59988.01')).toMatchObject({ opensNow: false, entryPrice: '59988.01' });
  });

  it('opens at the entry price of the first tick that is at its target or better', () => {
    expect(draft('long', '60012')).toMatchObject({ opensNow: true, entryPrice: '60012' });
    expect(draft('short', '59988')).toMatchObject({ opensNow: true, entryPrice: '59988' });
    expect(draft('long', '61000')).toMatchObject({ opensNow: true, entryPrice: '60012' });
  });
});

describe('the worst entry price', () => {
  it('is a thousandth worse than the shown price, rounded against the user', () => {
    expect(worstPriceOf('long', d('60012.34'), 2)).toBe('60072.36');
    expect(worstPriceOf('short', d('60012.34'), 2)).toBe('59952.32');
  });

  it('is itself acceptable', () => {
    const worse = (side: 'long' | 'short') => ['99', '100', '101'].map((price) => isWorse(side, d(price), d('100')));
    expect(worse('long')).toEqual([false, false, true]);
    expect(worse('short')).toEqual([true, false, false]);
  });
});

describe('lots', () => {
  it('are whole numbers above zero', () => {
    expect([readLots('5'), readLots(' 5 '), readLots(7), readLots('999999999999999')]).toEqual([
      5, 5, 7, 999_999_999_999_999,
    ]);
    for (const missing of [undefined, '', '  ']) expect(readLots(missing)).toEqual({ code: 'LOTS_REQUIRED' });
    for (const wrong of ['0', '-1', '1.5', '1e3', 'x1', '1x', '1000000000000000'])
      expect(readLots(wrong)).toEqual({ code: 'LOTS_INVALID' });
  });

  it('are within the limits of the terms', () => {
    const params = { min: 2, max: 10 };
    const check = (lots: number) => checkLots(lots, { minLots: 2, maxLots: 10 });
    expect([check(2), check(10)]).toEqual([undefined, undefined]);
    expect(check(1)).toEqual({ code: 'LOTS_TOO_FEW', params });
    expect(check(11)).toEqual({ code: 'LOTS_TOO_MANY', params });
  });
});

describe('a leverage', () => {
  const check = (leverage: number | undefined, notional: string, other = '0') =>
    checkLeverage({ leverage, lots: 100 }, { notional: d(notional), other: d(other) }, BTC);

  it('is one that the notional allows, other positions included', () => {
    expect([check(50, '50000'), check(20, '50000.01'), check(5, '250000', '750000')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(check(50, '50000', '0.01')).toEqual({ code: 'LEVERAGE_INVALID', params: { choices: '2, 5, 10, 20' } });
    expect(check(3, '50000')).toEqual({ code: 'LEVERAGE_INVALID', params: { choices: '2, 5, 10, 20, 50' } });
    expect(check(undefined, '50000')?.code).toBe('LEVERAGE_INVALID');
  });

  it('cannot help beyond the last tier: the error names the lots that are left', () => {
    expect(check(2, '200000', '900000')).toEqual({ code: 'LOTS_TOO_MANY', params: { min: 1, max: 50 } });
    expect(check(2, '200000', '1000000')).toEqual({ code: 'LOTS_TOO_MANY', params: { min: 1, max: 0 } });
    expect(check(2, '200000', '1100000')).toEqual({ code: 'LOTS_TOO_MANY', params: { min: 1, max: 0 } });
  });

  it('is refused where the terms have no tiers', () => {
    const found = checkLeverage({ leverage: 2, lots: 1 }, { notional: d('1'), other: d('0') }, { ...BTC, tiers: [] });
    expect(found).toEqual({ code: 'LOTS_TOO_MANY', params: { min: 1, max: 0 } });
  });
});

it('a target price is above zero, with no more places than the market has', () => {
  expect(checkPrice(d('0.01'), 2)).toBeUndefined();
  for (const missing of [undefined, d('0'), d('-1')])
    expect(checkPrice(missing, 2)).toEqual({ code: 'PRICE_REQUIRED' });
  expect(checkPrice(d('0.001'), 2)).toEqual({ code: 'PRICE_PRECISION', params: { places: 2 } });
});

describe('stops', () => {
  const check = (side: 'long' | 'short', takeProfit: string | null, stopLoss: string | null, liquidation?: Decimal) =>
    checkStops(
      { side, takeProfit: priceOf(takeProfit), stopLoss: priceOf(stopLoss) },
      { price: d('100'), liquidation, places: 2 },
    );
  const bound = { bound: '100' };

  it('take a profit only on the winning side', () => {
    expect([check('long', '100.01', null), check('short', '99.99', null)]).toEqual([undefined, undefined]);
    for (const wrong of [check('long', '100', null), check('short', '100', null), check('short', '101', null)])
      expect(wrong).toEqual({ code: 'STOP_PROFIT_SIDE', params: bound });
  });

  it('stop a loss only on the losing side, above zero', () => {
    expect([check('long', null, '99.99'), check('short', null, '100.01')]).toEqual([undefined, undefined]);
    for (const wrong of [check('long', null, '100'), check('short', null, '100'), check('long', null, '0')])
      expect(wrong).toEqual({ code: 'STOP_LOSS_SIDE', params: bound });
  });

  it('stop a loss before the liquidation price', () => {
    const beyond = (price: string) => ({ code: 'STOP_LOSS_BEYOND_LIQUIDATION', params: { price } });
    expect([check('long', null, '90.01', d('90')), check('short', null, '109.99', d('110'))]).toEqual([
      undefined,
      undefined,
    ]);
    expect(check('long', null, '90', d('90'))).toEqual(beyond('90'));
    expect(check('short', null, '110', d('110'))).toEqual(beyond('110'));
  });

  it('have no more places than the market', () => {
    const inexact = { code: 'PRICE_PRECISION', params: { places: 2 } };
    expect([check('long', '100.001', null), check('long', null, '99.999')]).toEqual([inexact, inexact]);
  });

  it('may be missing', () => {
    expect(check('long', null, null, d('90'))).toBeUndefined();
  });
});

describe('the most lots that the house takes on', () => {
  const within = (reserve: string, order = AT_MARKET) =>
    lotsWithin(order, d('60000'), { reserve: d(reserve), terms: BTC });

  it('reserve no more than is left', () => {
    // One lot reserves nine times its margin of 30.006.
    expect([within('270.05'), within('270.054'), within('540.108'), within('0')]).toEqual([0, 1, 2, 0]);
  });

  it('are exact, also where margins are rounded', () => {
    const order = { ...AT_MARKET, leverage: 7, lots: 10 };
    const reserveOf = (lots: number) => draftOrder({ ...order, lots }, d('60000'), BTC).reserve;
    expect([1, 3, 10].map((lots) => within(reserveOf(lots), order))).toEqual([1, 3, 10]);
    // Seven lots reserve 5,401.08; a single lot reserves 771.58285722, more than a seventh.
    const seven = { ...order, lots: 7 };
    expect([within('771.5828572', seven), within('1543.1657143', seven)]).toEqual([0, 1]);
  });

  it('are all requested lots where nothing is reserved', () => {
    expect(lotsWithin(AT_MARKET, d('60000'), { reserve: d('0'), terms: { ...BTC, profitCap: d('0') } })).toBe(5);
  });
});

test.each([undefined, d('0')])('reads %s as no stop', (written) => {
  expect(readStop(written, 2)).toBeNull();
});

test.each([null, d('-5')])('refuses %s as a stop', (written) => {
  expect(readStop(written, 2)).toEqual({ code: 'PRICE_PRECISION', params: { places: 2 } });
});

test('refuses a limit price that cannot be read', () => {
  expect(checkPrice(null, 2)).toEqual({ code: 'PRICE_PRECISION', params: { places: 2 } });
});

test.each([
  ['', undefined],
  ['0', '0'],
  ['61000', '61000'],
  ['0,14', null],
  ['abc', null],
  ['1e3', null],
])('reads the stop «%s» of a form as %s', (text, stop) => {
  const form = { id: '7', stop_loss_price: text };
  expect(z.decode(setStops.request, form as z.input<typeof setStops.request>).stopLoss).toBe(stop);
});
