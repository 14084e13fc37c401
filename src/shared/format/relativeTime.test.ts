// Elapsed time in the largest unit that fits, rounded down.
import { expect, it } from 'vitest';
import { MINUTE_MS } from '@halyard/contract/time';
import { formatAgo } from './relativeTime.ts';

it.each([
  [-5000, 'now'],
  [0, 'now'],
  [59_999, 'now'],
  [MINUTE_MS, '1 minute ago'],
  [59 * MINUTE_MS + 59_000, '59 minutes ago'],
  [60 * MINUTE_MS, '1 hour ago'],
  [23 * 60 * MINUTE_MS, '23 hours ago'],
  [24 * 60 * MINUTE_MS, 'yesterday'],
  [72 * 60 * MINUTE_MS, '3 days ago'],
])('%d ms ago is «%s»', (spanMs, words) => {
  expect(formatAgo(spanMs, 'en')).toBe(words);
});

it('is in the language of the locale', () => {
  expect(formatAgo(5 * MINUTE_MS, 'vi')).toBe('5 phút trước');
  expect(formatAgo(0, 'ja')).toBe('今');
});
