import { expect, it } from 'vitest';
import { joinSentences } from './joinSentences.ts';

it('separates sentences by a space, unless their full stop is as wide as one', () => {
  expect(joinSentences(['One.', 'Two.', 'Three.'])).toBe('One. Two. Three.');
  expect(joinSentences(['一。', '二。'])).toBe('一。二。');
  expect(joinSentences(['อย่างหนึ่ง', 'อย่างสอง'])).toBe('อย่างหนึ่ง อย่างสอง');
  expect(joinSentences([])).toBe('');
});
