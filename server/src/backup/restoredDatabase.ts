/** Databases into which a backup is restored: blank before, complete afterwards, with a public log that fits. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { parseCheckpoint, verifyNote } from '@halyard/contract/transparency/note';
import { rowsOf, type Database, type Transaction } from '../db/database.ts';
import { checkBooks } from '../ledger/closings.ts';
import { checkLog } from '../modules/transparency/logCommands.ts';
import { haltLog } from '../transparency/cosigned.ts';
import { readLogKeys } from '../transparency/logKey.ts';
import { isPartOf, lockLog, readHead, type LogHead } from '../transparency/logStore.ts';
import { publishedHead, type Published } from '../transparency/publishedHead.ts';
import { BackupError } from './backupFile.ts';

const NO_RIGHT = '42501';

/** Throws a {@link BackupError} when the database is not empty. */
export async function requireBlank(databaseUrl: string): Promise<void> {
  const rows = await ask(
    databaseUrl,
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname <> 'information_schema' and not starts_with(n.nspname, 'pg_') limit 1`,
  );
  if (rows.length > 0)
    throw new BackupError('DATABASE_URL names a database that holds something: a backup goes into a blank one.');
}

/** Empties a database that was blank before the restore. */
export async function makeBlank(databaseUrl: string): Promise<void> {
  await ask(databaseUrl, 'drop schema if exists drizzle cascade; drop schema public cascade; create schema public');
}

/** Creates a blank database on the server of `databaseUrl`; `drop` removes it. Throws a {@link BackupError}. */
export async function createScratchDatabase(
  databaseUrl: string,
): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `halyard_check_${randomBytes(8).toString('hex')}`;
  try {
    await ask(databaseUrl, `create database ${name}`);
  } catch (error) {
    if (!(error instanceof BackupError && (error.cause as { code?: string }).code === NO_RIGHT)) throw error;
    throw new BackupError('The role may not make a database to check the backup in: "alter role ... createdb".');
  }
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await ask(databaseUrl, `drop database ${name} with (force)`)) };
}

async function ask(connectionString: string, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 15_000 });
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    throw new BackupError(`The database server answers: ${message || code}`, error);
  } finally {
    await client.end();
  }
}

// Checks a restored exchange: its books, its transparency log, and its users' files.

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

// The transparency log after a restore.

/**
 * `goes-on` when nothing was published that is not in the database; `stopped` until an operator begins the next log.
 */
export type RestoredLog = 'none' | 'goes-on' | 'stopped';

/**
 * Stops the log unless `newestText`, the last published checkpoint, is the end of the database: users may have seen
 * entries that are lost, and the log must never have others in their place. Writes `log.last`. Throws a {@link
 * BackupError} for a text that the log did not sign.
 */
export async function settleRestoredLog(
  db: Database,
  dataDir: string,
  { newestText, madeAt }: { readonly newestText: string | undefined; readonly madeAt: string },
): Promise<RestoredLog> {
  const published = publishedHead(dataDir);
  const newest = newestText === undefined ? await published.read() : parse(newestText);
  return db.transaction(async (tx) => {
    await lockLog(tx);
    const head = await readHead(tx);
    if (head === undefined) return 'none';
    if (newestText !== undefined && newest !== undefined) await requireSigned(tx, newest, head.log);
    const { origin } = parseCheckpoint(head.note);
    const isPart = newest === undefined || (await isPartOf(tx, newest, { ...head, origin }));
    await published.write(isPart ? head.note : newest.text);
    if (newestText !== undefined && isPart && newest?.size === head.size) return 'goes-on';
    await haltLog(tx, head.log, { reason: reasonOf(head, madeAt), stopsMoney: true }, Date.now());
    return 'stopped';
  });
}

function parse(text: string): Published {
  try {
    return { ...parseCheckpoint(text), text };
  } catch {
    throw new BackupError('--log-last names a file that is no checkpoint of a public log.');
  }
}

async function requireSigned(tx: Transaction, { text }: Published, log: number): Promise<void> {
  const keys = (await readLogKeys(tx, log)).map(({ key }) => key);
  if (verifyNote(parseCheckpoint(text).note, keys).length === 0)
    throw new BackupError('--log-last names a checkpoint that no key of this log signed.');
}

function reasonOf({ size }: LogHead, madeAt: string): string {
  return (
    `This database was restored from a backup of ${madeAt}. Its public log has ${size} entries; later ones may have ` +
    'been published and lost. "operator log new after-restore" begins the next log (docs/backups.md).'
  );
}
