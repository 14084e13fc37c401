// The server's texts format numbers for the reader's language.
import { expect, it } from 'vitest';
import { numberText, messageOf } from './messages.ts';

it('has percentages and figures as the language writes them', () => {
  const range = { min: '0.01', max: '10' };
  expect(messageOf('en', 'SLIPPAGE_OUT_OF_RANGE', range)).toContain('from 0.01% to 10%,');
  expect(messageOf('esp', 'SLIPPAGE_OUT_OF_RANGE', range)).toContain('de 0,01\u00A0% a 10\u00A0%,');
  expect(numberText('vnm', '-1234.5')).toBe('-1.234,5');
});
