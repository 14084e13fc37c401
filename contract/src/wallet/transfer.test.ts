// Refusals of transfers before balances are read, in the order of the errors.
import { describe, expect, it } from 'vitest';
import { decimal } from '../money/money.ts';
import { checkTransfer } from './transfer.ts';

const draft = (amount: string | undefined, to: 'spot' | 'futures' = 'futures') =>
  ({ from: 'spot', to, amount: amount === undefined ? undefined : decimal(amount) }) as const;

describe('a transfer', () => {
  it.each(['0.00000001', '1', '12345678901234567890.12345678'])('accepts %s', (amount) => {
    expect(checkTransfer(draft(amount))).toBeUndefined();
  });

  it.each([undefined, '0', '-1', '-0.000000001'])('requires an amount instead of %s', (amount) => {
    expect(checkTransfer(draft(amount))).toEqual({ code: 'AMOUNT_REQUIRED' });
  });

  it('has eight decimals at most', () => {
    expect(checkTransfer(draft('0.123456789'))).toEqual({ code: 'AMOUNT_PRECISION', params: { places: 8 } });
  });

  it('needs two accounts before anything else', () => {
    expect(checkTransfer(draft(undefined, 'spot'))).toEqual({ code: 'TRANSFER_SAME_ACCOUNT' });
  });
});
