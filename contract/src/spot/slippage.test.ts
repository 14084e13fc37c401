// How far an order with a slippage cap trades, to the last digit, and which caps are accepted.
import { describe, expect, it } from 'vitest';
import { decimal } from '../money/money.ts';
import { checkMaxSlippage, slippageLimit, tradesAt } from './slippage.ts';

describe('a slippage cap', () => {
  it('is counted from the best price, exactly', () => {
    expect(slippageLimit('buy', decimal('57935.03'), decimal('0.0025'))).toBe('58079.867575');
    expect(slippageLimit('sell', decimal('57935.03'), decimal('0.0025'))).toBe('57790.192425');
  });

  it('accepts a price at its limit, and none beyond', () => {
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
