/**
 * The embedded database in a backup, by PostgreSQL's online backup: its files are read while it works, and the
 * write-ahead log of that time makes the copy consistent when it is opened. Nothing is blocked, and nothing is in
 * memory as a whole.
 */
import { sql } from 'drizzle-orm';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { rowsOf, type Database } from '../db/database.ts';
import { BackupError } from './backupError.ts';
import type { BackupEntry } from './backupFile.ts';
import { bytesEntry, fileEntry, folderEntries } from './folderEntries.ts';

const NAME = 'database';
const WAL = 'pg_wal';
/** Written last, because it contains the start position. */
const CONTROL = join('global', 'pg_control');
/** Folders with contents of the running process. */
const EMPTIED = ['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'];
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'pg_internal.init'];
const SEGMENT = /^[0-9A-F]{24}$/;

/** Entries of the database, below `database/`. Throws a {@link BackupError} while another backup of it runs. */
export async function* embeddedDatabaseEntries(db: Database, folder: string): AsyncGenerator<BackupEntry> {
  const first = await startBackup(db);
  let isStopped = false;
  try {
    yield* folderEntries(NAME, folder, isLeftOut);
    yield* fileEntry(join(NAME, CONTROL), join(folder, CONTROL));
    isStopped = true;
    const { last, label } = await stopBackup(db);
    yield bytesEntry(join(NAME, 'backup_label'), Buffer.from(label));
    yield* walEntries(join(folder, WAL), first, last);
  } finally {
    if (!isStopped) await stopBackup(db);
  }
}

function isLeftOut(path: string): boolean {
  const name = basename(path);
  if (path === CONTROL || LEFT_OUT.includes(name) || name.startsWith('pgsql_tmp')) return true;
  return EMPTIED.includes(dirname(path)) || (dirname(path) === WAL && SEGMENT.test(name));
}

/** Returns the first file of the write-ahead log that belongs to the backup. */
async function startBackup(db: Database): Promise<string> {
  try {
    const [row] = await rowsOf<{ first: string }>(
      db,
      sql`select pg_walfile_name(pg_backup_start('operator backup', true)) as first`,
    );
    return row?.first ?? '';
  } catch (error) {
    const { message = '' } = ((error as Error).cause ?? {}) as { message?: string };
    if (!/backup is already in progress/.test(message)) throw error;
    throw new BackupError('Another backup of this exchange is running.');
  }
}

async function stopBackup(db: Database): Promise<{ readonly last: string; readonly label: string }> {
  const [row] = await rowsOf<{ last: string; label: string }>(
    db,
    sql`select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop(false)`,
  );
  if (row === undefined) throw new Error('the backup has no end');
  return row;
}

async function* walEntries(folder: string, first: string, last: string): AsyncGenerator<BackupEntry> {
  const names = (await readdir(folder)).filter((name) => SEGMENT.test(name) && name >= first && name <= last);
  // A checkpoint in the meantime may have removed the first ones.
  if (!names.includes(first) || !names.includes(last))
    throw new BackupError('More was written during the backup than can be kept: make it at a quieter time.');
  for (const name of names.toSorted()) yield* fileEntry(join(NAME, WAL, name), join(folder, name));
}
