/** Ledger entries of the past, for tests: the database dates its journal itself. */
import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

/**
 * Does some work whose ledger entries happen at an instant (ISO 8601). Nothing else may post to this database
 * meanwhile.
 */
export async function inLedgerAt<T>(db: Database, at: string, work: () => Promise<T>): Promise<T> {
  await setTime(db, `'${new Date(at).toISOString()}'`);
  try {
    return await work();
  } finally {
    await setTime(db, 'now()');
  }
}

async function setTime(db: Database, value: string): Promise<void> {
  // oxlint-disable-next-line ledger/only-writer -- the date that a new entry gets, not an entry
  await db.execute(sql`alter table ledger_entries alter column created_at set default ${sql.raw(value)}`);
}
