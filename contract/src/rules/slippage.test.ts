// Proves how far an order with a cap trades, to the last digit, which caps may be asked for, and which prices look like
// a slip of the finger.
import { describe, expect, it } from 'vitest';
import { decimal } from '../money/money.ts';
import { checkMaxSlippage, oddPriceOf, slippageLimit, tradesAt } from './slippage.ts';
import type { OrderDraft } from './spot.ts';

describe('a slippage cap', () => {
  it('is counted from the best price, exactly', () => {
    expect(slippageLimit('buy', decimal('57935.03'), decimal('0.0025'))).toBe('58079.867575');
    expect(slippageLimit('sell', decimal('57935.03'), decimal('0.0025'))).toBe('57790.192425');
  });

  it('takes what lies at its border, and nothing beyond', () => {
    expect(tradesAt('buy', decimal('101'), decimal('101'))).toBe(true);
    expect(tradesAt('buy', decimal('101'), decimal('101.01'))).toBe(false);
    expect(tradesAt('sell', decimal('99'), decimal('99'))).toBe(true);
    expect(tradesAt('sell', decimal('99'), decimal('98.99'))).toBe(false);
    expect(tradesAt('buy', undefined, decimal('1000000'))).toBe(true);
  });

  it('is from 0.01 % to 10 %, in steps of 0.01 %', () => {
    for (const cap of ['0.0001', '0.01', '0.0123', '0.1']) expect(checkMaxSlippage(decimal(cap))).toBeUndefined();
    for (const cap of ['0', '0.00009', '0.10001', '0.1001', '0.00125', '1', '-0.01']) {
      expect(checkMaxSlippage(decimal(cap))).toEqual({
        code: 'SLIPPAGE_OUT_OF_RANGE',
        params: { min: '0.01', max: '10' },
      });
    }
  });
});

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

  it('of a stop-limit order is judged by its stop price, and that only by its digits', () => {
    const stop = (stopPrice: string, price: string) =>
      limit(price, { orderType: 'stop_limit', stopPrice: decimal(stopPrice) });
    expect(stop('17000', '16900')).toBeUndefined();
    expect(stop('17000', '16000')).toMatchObject({ kind: 'below', from: 'stop', fromPrice: '17000' });
    expect(stop('1900', '1890')).toMatchObject({ kind: 'tenth', from: 'market', price: '1900' });
  });

  it('cannot be told of an order without one, or without a market', () => {
    expect(limit('1', { orderType: 'market' })).toBeUndefined();
    expect(limit('0')).toBeUndefined();
    expect(oddPriceOf({ side: 'buy', orderType: 'limit', quantity: undefined, price: decimal('1') }, undefined)).toBe(
      undefined,
    );
  });
});
