import { expect, it } from 'vitest';
import { byDay, daysAgo } from './byDay.ts';

const NOON = new Date(2026, 2, 10, 12).getTime();
const MIDNIGHT = new Date(NOON).setHours(0, 0, 0, 0);
const rowsAt = (...moments: number[]) => moments.map((atMs, id) => ({ id, atMs }));
const daysOf = (...moments: number[]) => byDay(rowsAt(...moments), ({ atMs }) => atMs).map(({ dayMs }) => dayMs);

it('starts a day where the previous one ends, at its first row', () => {
  expect(daysOf(NOON, MIDNIGHT, MIDNIGHT - 1)).toEqual([MIDNIGHT, undefined, new Date(2026, 2, 9).getTime()]);
});

it('counts days by the device’s calendar', () => {
  expect(daysAgo(MIDNIGHT, NOON)).toBe(0);
  expect(daysAgo(new Date(2026, 2, 9).getTime(), NOON)).toBe(1);
});
