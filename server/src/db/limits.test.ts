// On PostgreSQL, no statement, wait for a lock or idle transaction exceeds its limit, even when the server is gone;
// each counts as an outage, and a node opens no more connections than allowed.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MarketId } from '@halyard/contract/ids';
import { openLine } from '@halyard/contract/testing/cutLine';
import { confirmLease } from '../jobs/jobRepository.ts';
import { postEntries } from '../ledger/ledger.ts';
import { openMarket } from '../modules/spot/bookRepository.ts';
import { outageOf } from '../outage.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from '../testing/ledgerFixtures.ts';
import { createPostgresDatabase, testEngines } from '../testing/testDatabase.ts';
import { openDatabase, type OpenDatabase } from './connect.ts';
import { rowsOf, type Reader, type Transaction } from './database.ts';
import { liftStatementLimit } from './endSilence.ts';

const LEASE = '00000000-0000-4000-8000-000000000001';

describe.runIf((await testEngines()).includes('postgres'))('the limits of a database', () => {
  let place: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let database: OpenDatabase;
  beforeAll(async () => {
    place = await createPostgresDatabase();
    // The one that waits for a lock ends long before the one that holds it counts as idle.
    const limits = { poolSize: 3, statementMs: 4000, lockMs: 100, idleMs: 2000 };
    database = await openDatabase({ databaseUrl: place.url, limits });
  });
  afterAll(async () => {
    await database.close();
    await place.drop();
  });
  const outageIn = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return outageOf(error);
  };

  it('end a statement', async () => {
    expect(await outageIn(database.db.execute(sql`select pg_sleep(60)`))).toBe('57014');
  });

  it('end a wait for a lock', async () => {
    const { db } = database;
    const blocked = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(1)`);
      return outageIn(db.execute(sql`select pg_advisory_xact_lock(1)`));
    });
    expect(blocked).toBe('55P03');
  });

  it('end an idle transaction', async () => {
    const { db } = database;
    const left = db.transaction(async (tx) => {
      const [own] = await rowsOf<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      const isThere = sql`select from pg_stat_activity where pid = ${own?.pid ?? 0}`;
      while ((await rowsOf(db, isThere)).length > 0);
      await tx.execute(sql`select 1`);
    });
    expect(await outageIn(left)).toBeDefined();
    await db.execute(sql`select 1`);
  });

  it('are short for a transaction that holds locks of all users, unless they are shorter', async () => {
    const long = await openDatabase({
      databaseUrl: place.url,
      limits: { poolSize: 2, statementMs: 0, lockMs: 0, idleMs: 60_000 },
    });
    const locks: Record<string, (tx: Transaction) => Promise<unknown>> = {
      market: (tx) => openMarket(tx, 1 as MarketId, { needs: [], requests: [], at: new Date().toISOString() }),
      lease: (tx) => confirmLease(tx, { kind: 'test', key: 'only', lease: LEASE }),
      ledger: async (tx) => {
        const [user] = await insertUsers(tx, 1);
        if (user !== undefined) await postEntries(tx, [deposit(accountOf(user, CURRENCY.USDT), '1')]);
      },
    };
    await database.db.execute(
      sql`insert into jobs (kind, key, due_at, lease) values ('test', 'only', now(), ${LEASE}::uuid)`,
    );
    const idle = async (reader: Reader) =>
      (
        await rowsOf<{ limit: string }>(
          reader,
          sql`select current_setting('idle_in_transaction_session_timeout') as limit`,
        )
      )[0]?.limit;
    try {
      for (const [name, lock] of Object.entries(locks)) {
        const held = async (tx: Transaction) => {
          await lock(tx);
          return idle(tx);
        };
        expect([name, await long.db.transaction(held), await idle(long.db)]).toEqual([name, '5s', '1min']);
        expect([name, await database.db.transaction(held)]).toEqual([name, '2s']);
      }
    } finally {
      await long.close();
    }
  });

  it('end statements of a server that is gone, and no other silence', async () => {
    const line = await openLine(place.url);
    // A connection is closed after a second.
    const limits = { poolSize: 2, statementMs: 500, lockMs: 0, idleMs: 0 };
    const behind = await openDatabase({ databaseUrl: line.url, limits });
    try {
      const pidOf = async (reader: Reader) =>
        (await rowsOf<{ pid: number }>(reader, sql`select pg_backend_pid() as pid`))[0]?.pid;
      const ofTransaction = await behind.db.transaction(async (tx) => {
        await liftStatementLimit(tx);
        await tx.execute(sql`select pg_sleep(1.2)`);
        await pause(1200);
        return pidOf(tx);
      });
      await pause(1200);
      expect(await pidOf(behind.db)).toBe(ofTransaction);
      const within = outageIn(
        behind.db.transaction(async (tx) => {
          await tx.execute(sql`select 1`);
          line.lose();
          await tx.execute(sql`select 1`);
        }),
      );
      expect(await within).toMatch(/^Connection terminated|^Client has encountered a connection error/);
      expect(await pidOf(behind.db)).not.toBe(ofTransaction);
      line.lose();
      expect(await outageIn(behind.db.execute(sql`select 1`))).toMatch(/^Connection terminated/);
      expect(await outageIn(behind.db.execute(sql`select 1`))).toBeUndefined();
    } finally {
      await line.close();
      await behind.close();
    }
  });

  it('bound the connections', async () => {
    const ask = () => rowsOf<{ pid: number }>(database.db, sql`select pg_backend_pid() as pid, pg_sleep(0.02)`);
    const rows = await Promise.all(Array.from({ length: 12 }, ask));
    expect(new Set(rows.flat().map(({ pid }) => pid)).size).toBeLessThanOrEqual(3);
  });
});
