// A draft has the published figures, alone and beside other cross positions.
import { describe, expect, it } from 'vitest';
import type { CrossAccount } from '@halyard/contract/futures/account';
import { decimal, toModelNumber, ZERO, type Decimal } from '@halyard/contract/money';
import { draftOrder, type PositionOrder } from '@halyard/contract/futures/order';
import { leveragesFor } from '@halyard/contract/futures/terms';
import { futuresTermsOf } from '../../testing/futures.ts';
import { liquidationOf, lotsFor, previewOf } from './preview.ts';

const TERMS = futuresTermsOf();
const TICK = decimal('60000');
const ACCOUNT: CrossAccount = { balance: decimal('1000'), marked: [] };
const draft = (change: Partial<PositionOrder> = {}): PositionOrder => ({
  side: 'long',
  mode: 'isolated',
  lots: 5,
  leverage: 20,
  targetPrice: null,
  takeProfit: null,
  stopLoss: null,
  ...change,
});

/** Without trailing zeros. */
const plain = (value: Decimal | undefined) => (value === undefined ? undefined : toModelNumber(value));

describe('a market order draft', () => {
  it.each([
    ['long', [60012, 3000.6, 150.03, 1.5003, 58511.7, 57011.4, 1350.27, 87017.4]],
    ['short', [59988, 2999.4, 149.97, 1.4997, 61487.7, 62987.4, 1349.73, 32993.4]],
  ] as const)('has the published figures: %s', (side, figures) => {
    const made = previewOf(draft({ side }), TERMS, TICK, ACCOUNT);
    const { entryPrice, notional, margin, fee, liquidationPrice, bankruptcyPrice, reserve, profitCapPrice } = made;
    const found = [entryPrice, notional, margin, fee, liquidationPrice, bankruptcyPrice, reserve, profitCapPrice];
    expect(found.map(plain)).toEqual(figures);
    expect(made.opensNow).toBe(true);
  });

  it('shows the remaining free balance, negative when too large', () => {
    expect(plain(previewOf(draft(), TERMS, TICK, ACCOUNT).freeAfter)).toBe(848.4697);
    expect(plain(previewOf(draft({ lots: 50 }), TERMS, TICK, ACCOUNT).freeAfter)).toBe(-515.303);
    expect(previewOf(draft(), TERMS, TICK, undefined).freeAfter).toBeUndefined();
  });

  it('accepts a thousandth of slippage, rounded to the worse side', () => {
    const worst = (side: 'long' | 'short') => previewOf(draft({ side }), TERMS, TICK, ACCOUNT).worstPrice;
    expect([plain(worst('long')), plain(worst('short'))]).toEqual([60072.02, 59928.01]);
  });

  it('has the overnight fee of its notional at the last price', () => {
    expect(plain(previewOf(draft(), TERMS, decimal('60500'), ACCOUNT).overnight)).toBe(0.9075);
  });
});

describe('a limit order', () => {
  it('waits when its price is not reached', () => {
    const made = previewOf(draft({ targetPrice: decimal('59000') }), TERMS, TICK, ACCOUNT);
    expect([made.opensNow, plain(made.entryPrice), plain(made.worstPrice)]).toEqual([false, 59000, 59000]);
  });

  it('opens immediately when its price is reached, at no worse price', () => {
    const made = previewOf(draft({ targetPrice: decimal('61000') }), TERMS, TICK, ACCOUNT);
    expect([made.opensNow, plain(made.entryPrice), plain(made.worstPrice)]).toEqual([true, 60012, 61000]);
  });
});

describe('a cross position', () => {
  it('is liquidated by the balance of the whole account', () => {
    const eth = draftOrder(
      draft({ side: 'short', mode: 'cross', lots: 10, leverage: 10 }),
      decimal('3000'),
      futuresTermsOf({ symbol: 'ETH/USDT', lot: decimal('0.1'), spread: decimal('0') }),
    ).position;
    const btc = draftOrder(draft({ mode: 'cross' }), TICK, TERMS).position;
    const others: CrossAccount = { balance: decimal('500'), marked: [{ position: eth, price: decimal('3200') }] };
    expect(plain(liquidationOf(btc, decimal('55000'), others))).toBe(49511.7);
  });

  it('has no liquidation price while the account is unknown', () => {
    expect(previewOf(draft({ mode: 'cross' }), TERMS, TICK, undefined).liquidationPrice).toBeUndefined();
  });
});

describe('a share of the free balance', () => {
  const lots = (percent: number, free = '1000', notional = ZERO) =>
    lotsFor({ free: decimal(free), percent, notional }, draft(), TERMS, TICK);

  it('buys whole lots, margin and fee included', () => {
    expect([lots(100), lots(50), lots(1)]).toEqual([32, 16, 0]);
  });

  it('never exceeds the leverage limit, including open positions of the market', () => {
    const whole = lots(100, '99999999');
    const notionalOf = (count: number) => draftOrder(draft({ lots: count }), TICK, TERMS).notional;
    expect(leveragesFor(TERMS, notionalOf(whole))).toContain(20);
    expect(leveragesFor(TERMS, notionalOf(whole + 1))).not.toContain(20);
    expect(lots(100, '99999999', notionalOf(whole - 5))).toBe(5);
  });
});
