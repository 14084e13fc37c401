// Test funds default to a round quantity worth about 10,000 USDT at any price.
import { expect, it } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { testAmount } from './TestFundsSheet.tsx';

it.each([
  ['1', '10000'],
  ['65432.1', '0.15'],
  ['3210.5', '3'],
  ['150', '60'],
  ['0.62', '15000'],
  ['0.000012', '1000000'],
  ['10000', '1'],
  ['1250000', '0.008'],
  ['999999999999999', '1'],
])('at a price of %s they are %s', (price, amount) => {
  expect(testAmount(decimal(price))).toBe(amount);
});

it('are one unit without a price', () => {
  expect(testAmount(undefined)).toBe('1');
  expect(testAmount(decimal('0'))).toBe('1');
});
