// Sizes have the form that devices use, in every language, at the edges of the units.
import { expect, it } from 'vitest';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { formatBytes } from './bytes.ts';

it.each([
  [0, '0 kB'],
  [499, '0 kB'],
  [500, '1 kB'],
  [999_499, '999 kB'],
  [1_000_000, '1 MB'],
  [4_249_999, '4.2 MB'],
  [1_500_000_000, '1.5 GB'],
  [2_000_000_000_000, '2,000 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text);
});

it.each(LANGUAGES)('are formatted in %s', (language) => {
  expect(formatBytes(4_200_000, LOCALES[language])).toMatch(/^4[.,]2\s?\S+$/u);
});
