/** A database with jobs, runners on it, and jobs that record their runs. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { withEvents, rowsOf } from '../db/database.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { createJobRunner, type JobRunner } from '../jobs/jobRunner.ts';
import { addJob, type JobDefinition, type LeaseJob, type NewJob, type TransactionJob } from '../jobs/job.ts';
import { createLocalBus } from '../events/eventBus.ts';
import type { ExchangeEvent } from '../events/events.ts';
import { createTestClock } from './testClock.ts';
import { openTestDatabaseOn } from './testDatabase.ts';

/** Event that wakes the jobs. */
export const WOKEN: ExchangeEvent = { type: 'market-status-changed', marketId: 1 as never, symbol: 'X' };
const isWokenBy = (event: ExchangeEvent) => event.type === 'messages-read';

/** To be called in a `describe`: everything is empty before each test, and every runner is stopped after it. */
export function setUpJobs(engine: OpenDatabase['engine']) {
  const error = vi.fn<(fields: { readonly key?: string }, message: string) => void>();
  const log = { error, warn: vi.fn() } as unknown as Parameters<typeof createJobRunner>[0]['log'];
  let clock: ReturnType<typeof createTestClock>;
  let database: OpenDatabase;
  let events: ReturnType<typeof createLocalBus>;
  let runners: JobRunner[];

  beforeAll(async () => {
    database = await openTestDatabaseOn(engine);
    await database.db.execute(sql`create table effects (kind text, key text)`);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    error.mockClear();
    clock = createTestClock();
    events = createLocalBus(log as never);
    runners = [];
    await database.db.execute(sql`truncate effects, jobs`);
  });
  afterEach(async () => {
    for (const runner of runners) await runner.stop();
  });

  const run = (...jobs: readonly JobDefinition[]): JobRunner => {
    const runner = createJobRunner({ db: withEvents(database.db, events), clock, events, log, jobs });
    runners.push(runner);
    runner.start();
    return runner;
  };
  const add = (works: readonly NewJob[], ifThere?: 'keep' | 'move') =>
    database.db.transaction((tx) => addJob(tx, works, ifThere));
  const due = (kind: string, keys: readonly string[], inMs = 0) =>
    keys.map((key) => ({ kind, key, dueAtMs: clock.nowMs() + inMs }));
  const effects = async (kind: string) => {
    const rows = await rowsOf<{ key: string }>(
      database.db,
      sql`select key from effects where kind = ${kind} order by key`,
    );
    return rows.map(({ key }) => key);
  };
  const left = () => rowsOf<{ key: string }>(database.db, sql`select key, failures from jobs order by key`);
  const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

  const { noting, notingOutside } = notingKinds(() => database);

  return {
    error,
    add,
    due,
    effects,
    left,
    eventually,
    noting,
    notingOutside,
    run,
    db: () => database.db,
    clock: () => clock,
    events: () => events,
    runners: () => runners,
  };
}

/** Jobs that write each row's key into `effects`, unless overridden. */
function notingKinds(open: () => OpenDatabase) {
  const noting = (name: string, own: Partial<TransactionJob> = {}): TransactionJob => ({
    name,
    mode: 'transaction',
    atOnceMax: 4,
    isWokenBy,
    run: async (tx, { key }) => {
      await tx.execute(sql`insert into effects values (${name}, ${key})`);
      return 'done';
    },
    ...own,
  });
  const notingOutside = (name: string, own: Partial<LeaseJob> = {}): LeaseJob => ({
    name,
    mode: 'lease',
    atOnceMax: 4,
    isWokenBy,
    run: async ({ key }) => {
      await open().db.execute(sql`insert into effects values (${name}, ${key})`);
      return 'done';
    },
    ...own,
  });
  return { noting, notingOutside };
}
