// The age of content is shown when it matters: when it is old, or when nothing newer is available.
import { expect, it } from 'vitest';
import { MINUTE_MS } from '@halyard/contract/time';
import { shownMoment } from './AsOf.tsx';

const AT = '2026-03-12T14:05:00.000Z';
const AT_MS = Date.parse(AT);

it.each([
  ['nothing for what came just now', undefined, 0, true, undefined],
  ['nothing for what came just now and stayed when the connection went', undefined, 0, false, undefined],
  ['nothing for what was kept a moment ago', AT, 4 * MINUTE_MS, true, undefined],
  ['the moment for what was kept longer ago', AT, 6 * MINUTE_MS, true, AT_MS],
  ['the moment for anything kept while there is no connection', AT, 1000, false, AT_MS],
  ['nothing for a moment that is none', 'yesterday', 6 * MINUTE_MS, false, undefined],
])('%s', (...[, fetchedAt, ageMs, isOnline, shown]) => {
  expect(shownMoment(fetchedAt, AT_MS + ageMs, isOnline)).toBe(shown);
});
