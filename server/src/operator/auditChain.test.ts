// Tampering with the audit log by a role with all rights is detected: by the line, and by the transparency log, whose
// signed entries cannot be changed.
import { sql, type SQL } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { setPendingLogged, readWaiting } from '../transparency/pending.ts';
import { formatEntry } from '@halyard/contract/transparency/entries';
import type { OpenDatabase } from '../db/connect.ts';
import { openTestDatabase, testEnginesByNight, openTestNodes } from '../testing/testDatabase.ts';
import { createSignal } from '../testing/signal.ts';
import { extendChain, writeAudit } from './audit.ts';
import { checkAudit } from './auditCommands.ts';

let database: OpenDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const write = (action: string) =>
  database.db.transaction((tx) =>
    writeAudit(tx, { name: 'olga', keys: ['0123456789abcdef'] }, { action, subject: 'deposit:1' }),
  );
const extend = () => database.db.transaction(extendChain);

/** Logs pending entries, as the sequencer does. */
const logPending = () =>
  database.db.transaction(async (tx) => {
    const waiting = await readWaiting(tx);
    const [row] = await rowsOf<{ next: number }>(tx, sql`select count(*)::int as next from log_entries`);
    const next = row?.next ?? 0;
    for (const [place, { entryAt }] of waiting.entries())
      await tx.execute(
        sql`insert into log_entries (idx, kind, sealed_at, leaf_hash, body)
          values (${next + place}, ${entryAt(1000).kind}, now(), '\\x00', ${formatEntry(entryAt(1000))})`,
      );
    await setPendingLogged(tx, waiting, next);
    return waiting.length;
  });

/** A change that only an owner of the database can make. */
async function tamper(table: string, statement: SQL): Promise<void> {
  const { db } = database;
  await db.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
  await db.execute(statement);
  await db.execute(sql`alter table ${sql.identifier(table)} enable trigger user`);
}

const faults = async () => (await checkAudit(database.db)).data as { faults: readonly string[] };

describe('the audit log in the transparency log', () => {
  beforeEach(async () => {
    for (const action of ['deposits.approve', 'deposits.reject', 'withdrawals.approve']) await write(action);
    await extend();
    await logPending();
    await write('users.logout');
    await write('users.show');
    await extend();
    await logPending();
    await write('users.show');
  });

  test('is unchanged, and new lines wait for the next hour', async () => {
    expect(await checkAudit(database.db)).toMatchObject({ isFault: false, data: { lines: 5, open: 1, faults: [] } });
  });

  test('adds an entry only for new lines, with only a count and a hash', async () => {
    await extend();
    await logPending();
    await extend();
    expect(await logPending()).toBe(0);
    const rows = await rowsOf<{ body: string }>(database.db, sql`select body from log_entries order by idx`);
    expect(rows.map(({ body }) => /^lines (\d+)$/m.exec(body)?.[1])).toEqual(['3', '5', '6']);
    for (const { body } of rows) expect(body).toMatch(/^halyard\/audit\/v1\nsealed 1000\nlines \d\nhash \S{44}\n$/);
  });

  test.each<[string, SQL, string]>([
    ['gone', sql`delete from operator_actions where id = 2`, 'Line 2 is gone.'],
    ['changed', sql`update operator_actions set operator = 'eve' where id = 4`, 'Line 4 is not what it was.'],
    ['of other keys', sql`update operator_actions set keys = null where id = 1`, 'Line 1 is not what it was.'],
  ])('names a line that is %s', async (_what, statement, fault) => {
    await tamper('operator_actions', statement);
    expect(await faults()).toMatchObject({ faults: [fault] });
  });

  test('does not continue over a removed line', async () => {
    await tamper('operator_actions', sql`delete from operator_actions where id = 2`);
    await expect(extend()).rejects.toThrow('the audit log has 4 lines where the public log has 5');
  });

  test('also reveals a truncated chain', async () => {
    await tamper('operator_actions', sql`delete from operator_actions where id >= 4`);
    await tamper('audit_chain', sql`delete from audit_chain where n >= 4`);
    expect(await faults()).toMatchObject({
      faults: ['Entry 1 of the public log has 5 lines, and here they end before.'],
    });
    await write('users.show');
    await write('users.show');
    await extend();
    expect(await faults()).toMatchObject({ faults: [expect.stringContaining('is of other lines up to')] });
  });
});

describe.runIf((await testEnginesByNight()).includes('postgres'))('on two nodes', () => {
  test('waits for concurrent writers, so that no line appears in between later', async () => {
    const nodes = await openTestNodes(2);
    const [one, other] = [nodes[0].db, nodes[1]?.db ?? nodes[0].db];
    const [isWritten, mayEnd] = [createSignal(), createSignal()];
    const slow = one.transaction(async (tx) => {
      await writeAudit(tx, { name: 'olga' }, { action: 'users.show', subject: 'user:1' });
      isWritten.give();
      await mayEnd.given;
    });
    await isWritten.given;
    const extending = other.transaction(extendChain);
    await vi.waitFor(async () => {
      const waits = await rowsOf(
        one,
        sql`select from pg_locks where not granted and mode = 'ShareLock' and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(waits).toHaveLength(1);
    });
    mayEnd.give();
    await Promise.all([slow, extending]);
    expect(await checkAudit(one)).toMatchObject({ data: { lines: 1, open: 0 } });
    await nodes[0].close();
  });
});
