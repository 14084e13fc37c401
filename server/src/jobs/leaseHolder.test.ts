// One renewal at a time, however leases begin and end meanwhile. leases.test.ts has the rest, with a database.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTestClock } from '../testing/testClock.ts';
import { createLeaseHolder } from './leaseHolder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('renews once a round after a lease that began during the renewal of the last one', async () => {
  const answers: (() => void)[] = [];
  const execute = () => new Promise((resolve) => answers.push(() => resolve({ rows: [] })));
  const db = { _: { session: { prepareQuery: () => ({ execute }) } } } as unknown as Database;
  const log = { warn: () => undefined, error: () => undefined };
  const holder = createLeaseHolder({ db, clock: createTestClock(), log, onReading: () => undefined });
  const hold = () => holder.hold({ kind: 'lead', key: 'only', lease: 'a' }, () => undefined);
  const release = hold();
  await vi.advanceTimersToNextTimerAsync();
  release();
  hold();
  expect(vi.getTimerCount()).toBe(0);
  answers[0]?.();
  await holder.settled();
  expect(vi.getTimerCount()).toBe(1);
});
