// The fast conversion to a float equals `Number` for every decimal of any length.
import { decimal } from '@halyard/contract/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelNumber } from './modelNumber.ts';

test('a decimal becomes the nearest float', () => {
  const digits = fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n });
  fc.assert(
    fc.property(digits, fc.nat(12), (all, places) => {
      const text = all
        .toString()
        .replace('-', '')
        .padStart(places + 1, '0');
      const whole = text.slice(0, text.length - places);
      const fraction = text.slice(text.length - places);
      const value = decimal(`${all < 0n ? '-' : ''}${whole}${places > 0 ? `.${fraction}` : ''}`);
      expect(modelNumber(value)).toBe(Number(value));
    }),
    { numRuns: 2000 },
  );
});

test('a market’s price does too', () => {
  for (const text of ['0', '28110.3', '0.00000001', '9007199254740993', '123456789.1234567']) {
    expect(modelNumber(decimal(text))).toBe(Number(text));
  }
});
