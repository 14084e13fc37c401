// Replacement of autovacuum: the embedded database is vacuumed at night, and tables that grew are analysed.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeaseJob } from '../jobs/job.ts';
import { emptyDatabase } from '../testing/emptyDatabase.ts';
import { createTestClock } from '../testing/testClock.ts';
import { openDatabase, type OpenDatabase } from './connect.ts';
import { rowsOf } from './database.ts';
import { createAnalyzeJob, createVacuumJob } from './upkeepJobs.ts';

const clock = createTestClock();

describe('upkeep of the embedded database', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    // Never analyzed.
    database = await openDatabase({ image: await emptyDatabase() });
    await database.db.execute(sql`insert into users (id, password_hash, invitation_code) values (1, '', 'A')`);
  });
  afterAll(() => database.close());

  /** Runs the job like the runner; returns the milliseconds until its next run. */
  const run = async (kind: LeaseJob) => {
    const row = { key: 'only', payload: {}, failures: 0 };
    const outcome = await kind.run(row, { signal: new AbortController().signal, confirm: async () => undefined });
    const again = outcome as { readonly againAtMs: number } | { readonly againInMs: number };
    return 'againInMs' in again ? again.againInMs : again.againAtMs - clock.nowMs();
  };
  const addRequests = (count: number) =>
    database.db.execute(sql`insert into client_requests (user_id, request_id, body_hash)
      select 1, gen_random_uuid(), 'hash' from generate_series(1, ${count}::int)`);
  /** Number of rows that the planner assumes; -1 before the first analysis. */
  const believed = async (table: string) => {
    const [row] = await rowsOf<{ count: number }>(
      database.db,
      sql`select reltuples::int as count from pg_class where relname = ${table}`,
    );
    return row?.count;
  };

  it('analyses tables that doubled within a minute, and no others', async () => {
    const analyze = createAnalyzeJob({ db: database.db, clock });
    await addRequests(1000);
    expect(await run(analyze)).toBe(60_000);
    expect([await believed('client_requests'), await believed('users')]).toEqual([1000, -1]);
    await addRequests(500);
    await run(analyze);
    expect(await believed('client_requests')).toBe(1000);
    await addRequests(1000);
    await run(analyze);
    expect(await believed('client_requests')).toBe(2500);
  });

  it('vacuums the next night, table by table', async () => {
    const againInMs = await run(createVacuumJob({ db: database.db, clock }));
    expect(new Date(clock.nowMs() + againInMs).toISOString()).toMatch(/T03:00:00\.000Z$/);
    expect(againInMs).toBeLessThanOrEqual(86_400_000);
    expect(againInMs).toBeGreaterThan(0);
    expect(await believed('users')).toBe(1);
  });
});
