// Terms that are worse for any user need 14 days of notice, also when better ones begin in between.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '@halyard/contract/time';
import type { OpenDatabase } from '../db/connect.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { DEFAULT_TERMS, limitVersions, noticeOf } from './limitVersions.ts';

const NOW = Date.parse('2026-11-25T12:00:00.000Z');
const { basic } = DEFAULT_TERMS.levels;
const termsWith = (withdrawalsPerDay: number) => ({
  ...DEFAULT_TERMS,
  levels: { ...DEFAULT_TERMS.levels, basic: { ...basic, withdrawalsPerDay } },
});

let opened: OpenDatabase;
let first: number;
beforeAll(async () => {
  opened = await openTestDatabase();
  // Before any version the defaults are in force.
  const span = { nowMs: NOW, startMs: NOW + 2 * DAY_MS };
  first = await noticeOf(opened.db, termsWith(basic.withdrawalsPerDay - 1), span);
  const publish = (withdrawals: number, ms: number) =>
    opened.db.transaction((tx) =>
      limitVersions.addVersion(tx, termsWith(withdrawals), new Date(NOW + ms).toISOString()),
    );
  await publish(5, -DAY_MS);
  await publish(10, 3 * DAY_MS);
});
afterAll(() => opened.close());

it('the first terms need 14 days when they are worse than the defaults', () => {
  expect(first).toBe(14 * DAY_MS);
});

it.each([
  [5, 2, 0],
  [4, 2, 14],
  [5, 4, 14],
  [10, 4, 0],
])('%i withdrawals from day %i on need %i days', async (withdrawals, startDay, days) => {
  const span = { nowMs: NOW, startMs: NOW + startDay * DAY_MS };
  expect(await noticeOf(opened.db, termsWith(withdrawals), span)).toBe(days * DAY_MS);
});
