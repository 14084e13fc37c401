// A trailing stop on the device has the extremes and triggers of the exchange (`orderGroups.test.ts` of the server).
import { describe, expect, it } from 'vitest';
import { decimal } from '@halyard/contract/money';
import type { Order } from '@halyard/contract/spot/calls';
import { btcMarket, waitingOrder } from '../../testing/exchange.ts';
import { followPrice } from './followedTrails.ts';

const PLACED = '2026-01-05T00:00:00.000Z';
const after = (seconds: number) => new Date(Date.parse(PLACED) + seconds * 1000).toISOString();
const trail = (terms: Partial<Order>) =>
  waitingOrder({ orderType: 'trailing_stop', price: null, createdAt: PLACED, ...terms });

/** Extreme and trigger after each price. */
function follow(begun: Order, prices: readonly string[]) {
  let order = begun;
  return prices.map((price, index) => {
    const market = btcMarket({ lastPrice: decimal(price), asOf: after(index + 1), pricePrecision: 2 });
    order = followPrice(order, market) ?? order;
    return [order.extremePrice, order.triggerPrice];
  });
}

describe('a trailing stop', () => {
  it('follows the price up to sell, and never back', () => {
    const order = trail({ side: 'sell', trailFraction: decimal('0.05'), extremePrice: decimal('100') });
    expect(follow(order, ['110', '105', '110.01'])).toEqual([
      ['110', '104.5'],
      ['110', '104.5'],
      // 104.5095, which no price reaches before 104.5.
      ['110.01', '104.5'],
    ]);
  });

  it('to buy begins at its activation price', () => {
    const order = trail({ side: 'buy', trailAmount: decimal('2'), activationPrice: decimal('95') });
    expect(follow(order, ['102', '95', '93', '94'])).toEqual([
      [undefined, undefined],
      ['95', '97'],
      ['93', '95'],
      ['93', '95'],
    ]);
  });

  it('does not follow a price from before it was placed', () => {
    const order = trail({ side: 'sell', trailFraction: decimal('0.05'), extremePrice: decimal('100') });
    const late = btcMarket({ lastPrice: decimal('110'), asOf: PLACED });
    expect(followPrice(order, late)).toBeUndefined();
  });
});
