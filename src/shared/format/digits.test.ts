import { expect, test } from 'vitest';
import { digitsOf } from './digits.ts';

test.each([
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  ['๑๒๓๔๕๖', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['\u200e123456\u2069', '123456'],
  ['𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
  ['1234567', '123456'],
])('the code in «%s» is %s', (text, code) => {
  expect(digitsOf(text, 6)).toBe(code);
});
