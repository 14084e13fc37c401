// The database itself keeps the audit log append-only: an attacker with the exchange's connection cannot remove traces.
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../db/connect.ts';
import { rowsOf } from '../db/database.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { writeAudit } from './audit.ts';

describe('the audit log', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    await write('deposits.approve', undefined);
    await write('deposits.reject', 'The proof shows 900.');
  });
  afterAll(() => database.close());

  const write = (action: string, reason: string | undefined) =>
    database.db.transaction((tx) => writeAudit(tx, { name: 'olga' }, { action, subject: 'deposit:1', reason }));
  const lines = () => rowsOf(database.db, sql`select * from operator_actions order by id`);

  test('has operator, action, subject and reason', async () => {
    expect(await lines()).toMatchObject([
      { operator: 'olga', action: 'deposits.approve', subject: 'deposit:1', reason: null },
      { operator: 'olga', action: 'deposits.reject', subject: 'deposit:1', reason: 'The proof shows 900.' },
    ]);
  });

  test.each<[string, SQL]>([
    ['changed', sql`update operator_actions set operator = 'nobody' where action = 'deposits.approve'`],
    ['removed', sql`delete from operator_actions where action = 'deposits.approve'`],
    ['emptied', sql`truncate operator_actions`],
    ['emptied with what hangs on it', sql`truncate operator_actions restart identity cascade`],
  ])('is not %s', async (_what, statement) => {
    const before = await lines();
    const refusal = await database.db.execute(statement).then(
      () => 'done',
      (error: unknown) => String((error as Error).cause),
    );
    expect(refusal).toContain('operator_actions is append-only');
    expect(await lines()).toEqual(before);
  });

  test('has no line for a rolled back action', async () => {
    const before = await lines();
    const failing = database.db.transaction(async (tx) => {
      await writeAudit(tx, { name: 'olga' }, { action: 'deposits.approve', subject: 'deposit:2' });
      throw new Error('no money');
    });
    await expect(failing).rejects.toThrow('no money');
    expect(await lines()).toEqual(before);
  });
});
