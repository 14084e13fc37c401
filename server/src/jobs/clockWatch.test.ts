// On both engines, a node whose clock is off neither starts nor leads, jobs are due by the database's clock, and after
// an orderly stop other nodes need not wait.
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isThorough } from '@halyard/contract/testing/thorough';
import type { Clock } from '../clock.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { rowsOf } from '../db/database.ts';
import { createLocalBus } from '../events/eventBus.ts';
import { openTestDatabaseOn, testEngines } from '../testing/testDatabase.ts';
import { requireRightClock, skewOf } from './clockWatch.ts';
import { createJobRunner, type JobRunner } from './jobRunner.ts';
import { addJob, ALWAYS_MS, ONLY, type LeaseJob, type TransactionJob } from './job.ts';

const OFFSETS_MS = [90_000, -90_000, 600_000, 3 * 86_400_000];
const SOON = { interval: 20 };

it('the round trip counts in the clock’s favour', () => {
  expect(skewOf({ sentMs: 1000, databaseMs: 1500, receivedMs: 2000 })).toBe(0);
  expect(skewOf({ sentMs: 1000, databaseMs: 900, receivedMs: 2000 })).toBe(100);
  expect(skewOf({ sentMs: 1000, databaseMs: 2300, receivedMs: 2000 })).toBe(-300);
});

describe.each(await testEngines())('clocks of nodes on %s', (engine) => {
  let database: OpenDatabase;
  let runners: JobRunner[];
  const warn = vi.fn<(details: object, message: string) => void>();
  beforeAll(async () => {
    database = await openTestDatabaseOn(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    runners = [];
    warn.mockClear();
    await database.db.execute(sql`truncate jobs`);
  });
  afterEach(async () => {
    for (const runner of runners) await runner.stop();
  });

  /** A node's clock with an offset from the machine's, which the database uses. */
  const clockOf = (offMs: number) => {
    const clock = { offMs, nowMs: () => Date.now() + clock.offMs };
    return clock;
  };
  const start = (clock: Clock, kind: LeaseJob | TransactionJob) => {
    const log = { warn, error: expect.unreachable } as never;
    const runner = createJobRunner({ db: database.db, clock, events: createLocalBus(log), log, jobs: [kind] });
    runners.push(runner);
    runner.start();
    return runner;
  };
  const leading: string[] = [];
  const lead = (name: string): LeaseJob => ({
    name: 'lead',
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: 'lead', key: ONLY, dueAtMs: ALWAYS_MS }], 'move'),
    run: async (_row, { signal }) => {
      leading.push(name);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      leading.splice(leading.indexOf(name), 1);
      return 'released';
    },
  });
  const eventuallyLed = (by: string) => vi.waitFor(() => expect(leading).toEqual([by]), SOON);

  it.each(OFFSETS_MS)('off by %d ms do not start', async (offMs) => {
    const way = offMs > 0 ? 'ahead of' : 'behind';
    // A slow answer of the database takes fractions of a second off the figure.
    const line = new RegExp(`does not start: the clock of this machine is [\\d.]+ s ${way} the database's`);
    await expect(requireRightClock(database.db, clockOf(offMs))).rejects.toThrow(line);
  });

  it('that are right start', async () => {
    await requireRightClock(database.db, clockOf(0));
    await requireRightClock(database.db, clockOf(300));
  });

  it.each(isThorough ? OFFSETS_MS : OFFSETS_MS.slice(0, 2))(
    'off by %d ms lose the lead, and log it once',
    async (offMs) => {
      const clock = clockOf(0);
      start(clock, lead('first'));
      await eventuallyLed('first');
      start(clockOf(0), lead('second'));
      clock.offMs = offMs;
      await eventuallyLed('second');
      expect(warn.mock.calls.map(([, line]) => line)).toEqual([expect.stringContaining('this node runs no jobs')]);
      await runners[1]?.stop();
      clock.offMs = 0;
      await eventuallyLed('first');
    },
  );

  it('release the lead on an orderly stop, whatever their clock is', async () => {
    const clock = clockOf(0);
    const first = start(clock, lead('first'));
    await eventuallyLed('first');
    clock.offMs = 600_000;
    await first.stop();
    const [row] = await rowsOf(database.db, sql`select lease, due_at <= clock_timestamp() as is_due from jobs`);
    expect(row).toEqual({ lease: null, is_due: true });
    start(clockOf(0), lead('second'));
    await eventuallyLed('second');
  });

  it('do not wait for a row that a wrong clock has postponed', async () => {
    await addJob(database.db, [{ kind: 'lead', key: ONLY, dueAtMs: Date.now() + 600_000 }]);
    start(clockOf(0), lead('first'));
    await eventuallyLed('first');
  });

  it('schedule recurring rows by the database', async () => {
    let ranAt = '';
    const run: TransactionJob['run'] = async (tx) => {
      // Rounded to milliseconds like due_at, or the row can seem due up to half a millisecond early.
      [{ ranAt = '' } = {}] = await rowsOf<{ ranAt: string }>(
        tx,
        sql`select clock_timestamp()::timestamptz(3)::text as "ranAt"`,
      );
      return { retryInMs: 60_000 };
    };
    await addJob(database.db, [{ kind: 'again', key: ONLY, dueAtMs: ALWAYS_MS }]);
    start(clockOf(-900), { name: 'again', mode: 'transaction', atOnceMax: 1, run });
    const again = () =>
      rowsOf(
        database.db,
        sql`select due_at >= ${ranAt}::timestamptz + interval '60 s' as is_later from jobs where kind = 'again' and failures = 1`,
      );
    await vi.waitFor(
      async () =>
        expect(await rowsOf(database.db, sql`select from jobs where kind = 'again' and failures = 1`)).toHaveLength(1),
      SOON,
    );
    expect(await again()).toEqual([{ is_later: true }]);
  });
});
