/** Ledger entries of the past, for tests: the database dates its journal itself. */
import { sql } from 'drizzle-orm';
import type { Reader } from '../db/database.ts';

/**
 * Runs work whose ledger entries get an instant (ISO 8601) as their time. Nothing else may post to this database in the
 * meantime.
 */
export async function inLedgerAt<T>(db: Reader, at: string, work: () => Promise<T>): Promise<T> {
  await setTime(db, `'${new Date(at).toISOString()}'`);
  try {
    return await work();
  } finally {
    await setTime(db, 'now()');
  }
}

async function setTime(db: Reader, value: string): Promise<void> {
  // oxlint-disable-next-line ledger/only-writer -- the date that a new entry gets, not an entry
  await db.execute(sql`alter table ledger_entries alter column created_at set default ${sql.raw(value)}`);
}
