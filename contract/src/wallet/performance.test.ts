// Profit follows prices between two answers of the exchange, where it may.
import { describe, expect, it } from 'vitest';
import type { Performance } from './entryCalls.ts';
import { decimal as d, ZERO } from '../money/money.ts';
import { performanceAt, profitPercent } from './performance.ts';

const span = { amount: d('10'), percent: d('1'), base: d('1000') };
const answered = {
  equity: d('1000'),
  today: span,
  days7: { ...span, amount: d('20') },
  days30: { ...span, base: ZERO },
  curve: [],
  amounts: [
    { currency: 'BTC', amount: d('2') },
    { currency: 'USDT', amount: d('500') },
    { currency: 'ETH', amount: ZERO },
  ],
} as unknown as Performance;
const PRICES = new Map([
  ['BTC', d('275')],
  ['USDT', d('1')],
]);
const priceOf = (currency: string) => PRICES.get(currency);

describe('profit in percent', () => {
  it('is rounded half-even at two places', () => {
    expect(profitPercent(d('1'), d('8000'))).toBe('0.01');
    expect(profitPercent(d('-50'), d('1000'))).toBe('-5');
  });

  it('is missing where nothing was invested', () => {
    expect(profitPercent(d('1'), ZERO)).toBeNull();
    expect(profitPercent(d('1'), d('-1'))).toBeNull();
  });
});

describe('performance at new prices', () => {
  it('moves equity and every profit by the owned amounts, without coins of unknown amount', () => {
    expect(performanceAt(answered, priceOf)).toEqual({
      ...answered,
      equity: '1050',
      today: { amount: '60', percent: '6', base: '1000' },
      days7: { amount: '70', percent: '7', base: '1000' },
      days30: { amount: '60', percent: null, base: '0' },
    });
  });

  it('leaves unknown profits', () => {
    const unknown = { ...answered, today: { ...span, amount: null }, days7: { ...span, base: undefined } };
    const moved = performanceAt(unknown as unknown as Performance, priceOf);
    expect(moved.equity).toBe('1050');
    expect(moved.today).toEqual(unknown.today);
    expect(moved.days7).toEqual(unknown.days7);
  });

  it('is unchanged without a price, amounts or equity', () => {
    expect(performanceAt(answered, () => undefined)).toBe(answered);
    const silent = { ...answered, amounts: undefined } as unknown as Performance;
    expect(performanceAt(silent, priceOf)).toBe(silent);
    const unknown = { ...answered, equity: null };
    expect(performanceAt(unknown, priceOf)).toBe(unknown);
  });
});
