// Quantities of the book and the tape are short, never too high, and never zero for a nonzero quantity.
import { describe, expect, it } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { formatsOf } from '../../shared/format/useFormat.ts';
import { shortQuantity } from './shortQuantity.ts';

const written = (quantity: string, precision = 6, locale = 'en') =>
  shortQuantity(decimal(quantity), precision, formatsOf(locale));

describe('a quantity beside its price', () => {
  it.each([
    ['0.32249', '0.3224'],
    ['99.99999', '99.9999'],
    ['123.4567', '123.456'],
    ['1234.567', '1,234.56'],
    ['12345.67', '12,345.6'],
    ['1234567', '1.23M'],
  ])('%s is written %s, rounded down', (quantity, text) => {
    expect(written(quantity)).toBe(text);
  });

  it('too small for four places shows as less than that', () => {
    expect(written('0.0001')).toBe('0.0001');
    expect(written('0.000099')).toBe('<0.0001');
    expect(written('0.000099', 6, 'es')).toBe('<0,0001');
  });

  it('below its market’s step, as of trades at other exchanges, shows as less than the step', () => {
    expect(written('0.009', 2)).toBe('<0.01');
    expect(written('0.5', 0)).toBe('<1');
  });

  it('of zero shows as zero', () => {
    expect(written('0')).toBe('0.0000');
  });
});
