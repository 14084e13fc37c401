// Prices that look like typing errors, at each limit.
import { describe, expect, it } from 'vitest';
import { decimal } from '../money/money.ts';
import { oddPriceOf } from './unusualPrice.ts';
import type { OrderDraft } from './rules.ts';

describe('an odd price', () => {
  const MARKET = decimal('20000');
  const limit = (price: string, overrides: Partial<OrderDraft> = {}) =>
    oddPriceOf(
      { side: 'buy', orderType: 'limit', quantity: decimal('1'), price: decimal(price), ...overrides },
      MARKET,
    );
  const kindOf = (price: string) => limit(price)?.kind;

  it('is more than 5 % from the market, on either side', () => {
    expect(['19000', '20000', '21000'].map(kindOf)).toEqual([undefined, undefined, undefined]);
    expect(['18999.99', '21000.01', '500', '2000000'].map(kindOf)).toEqual(['below', 'above', 'below', 'above']);
    expect(limit('18000')).toMatchObject({ distance: '0.1', from: 'market', fromPrice: '20000' });
  });

  it('is about ten times the market or a tenth of it', () => {
    expect(['200000', '195000', '400000', '100000'].map(kindOf)).toEqual(['tenfold', 'tenfold', 'tenfold', 'tenfold']);
    expect(['2000', '2100', '1000', '4000'].map(kindOf)).toEqual(['tenth', 'tenth', 'tenth', 'tenth']);
    expect(['400001', '99999', '999', '4001'].map(kindOf)).toEqual(['above', 'above', 'below', 'below']);
  });

  it('of a stop-limit order is compared with its stop price, and the stop price with half and twice the market', () => {
    const stop = (stopPrice: string, price: string) =>
      limit(price, { orderType: 'stop_limit', stopPrice: decimal(stopPrice) });
    expect(stop('17000', '16900')).toBeUndefined();
    expect(stop('17000', '16000')).toMatchObject({ kind: 'below', from: 'stop', fromPrice: '17000' });
    expect(stop('1900', '1890')).toMatchObject({ kind: 'tenth', from: 'market', price: '1900' });
    expect(['10001', '39999'].map((price) => stop(price, price))).toEqual([undefined, undefined]);
    expect(['300', '10000', '40000', '900000'].map((price) => stop(price, price)?.kind)).toEqual([
      'below',
      'below',
      'above',
      'above',
    ]);
  });

  it('is undefined for an order without a price, or without a market price', () => {
    expect(limit('1', { orderType: 'market' })).toBeUndefined();
    expect(limit('0')).toBeUndefined();
    expect(oddPriceOf({ side: 'buy', orderType: 'limit', quantity: undefined, price: decimal('1') }, undefined)).toBe(
      undefined,
    );
  });
});
