/** Checks a restored exchange: its books, its transparency log, and its users' files. */
import { sql } from 'drizzle-orm';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, type Database } from '../db/database.ts';
import { checkBooks } from '../ledger/checkBooks.ts';
import { checkLog } from '../modules/transparency/logCommands.ts';

export type Checked = {
  readonly counts: Readonly<Record<'users' | 'orders' | 'ledgerEntries' | 'logEntries' | 'uploads', number>>;
  /** Empty when everything is right. */
  readonly faults: readonly string[];
};

/** Reads all data. */
export async function checkRestored(db: Database, dataDir: string): Promise<Checked> {
  const books = await checkBooks(db);
  const log = await checkLog({ db, dataDir });
  const uploads = await rowsOf<{ file: string }>(db, sql`select id || '.' || extension as file from uploads`);
  const missing = uploads.filter(({ file }) => !existsSync(join(dataDir, 'uploads', file)));
  const [counts] = await rowsOf<Record<'users' | 'orders' | 'ledger_entries', number>>(
    db,
    sql`select (select count(*)::int from users) as users, (select count(*)::int from spot_orders) as orders,
      (select count(*)::int from ledger_entries) as ledger_entries`,
  );
  return {
    counts: {
      users: counts?.users ?? 0,
      orders: counts?.orders ?? 0,
      ledgerEntries: counts?.ledger_entries ?? 0,
      logEntries: log.data.size,
      uploads: uploads.length,
    },
    faults: [
      ...books.map(({ rule, subject }) => `The books are broken: ${rule}, ${subject}.`),
      ...log.data.faults,
      ...missing.map(({ file }) => `The upload ${file} is missing.`),
    ],
  };
}
