/** Makes a backup of an exchange, running or not: database, users' files, keys, and the last published checkpoint. */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Database, rowsOf } from '../db/database.ts';
import manifest from '../../package.json' with { type: 'json' };
import { BackupError, writeBackup, type BackupEntry, type Recipient } from './backupFile.ts';
import { sql } from 'drizzle-orm';
import {
  bytesEntry,
  DATA_FOLDERS,
  dumpEntries,
  fileEntry,
  folderEntries,
  isKeyFile,
  LOG_KEY,
  MANIFEST,
} from './postgresTools.ts';

/** Exchange to back up. */
export type BackupSource = {
  readonly db: Database;
  readonly dataDir: string;
  /** Of the role that can read everything; undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly logKeyFile: string | undefined;
};

/**
 * Makes a backup at `place`, or in it under a name with the time when it is a folder. Returns its path and its size in
 * bytes. Throws a {@link BackupError}; nothing is left then.
 */
export async function makeBackup(
  source: BackupSource,
  { place, to, now }: { readonly place: string; readonly to: Recipient | undefined; readonly now: Date },
): Promise<{ readonly path: string; readonly bytes: number }> {
  const isFolder = (await stat(place).catch(() => undefined))?.isDirectory() === true;
  const path = isFolder ? join(place, nameAt(now)) : place;
  return { path, bytes: await writeBackup(path, to, backupEntries(source, now)) };
}

const nameAt = (now: Date) => `halyard-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;

/**
 * Entries of a backup. Users' files are stored before their rows and removed after them, also while the database is
 * read. So they are read before it, because later they may be gone; files that are new then are read after it.
 */
export async function* backupEntries(source: BackupSource, now: Date): AsyncGenerator<BackupEntry> {
  const { db, dataDir, databaseUrl, logKeyFile = join(dataDir, LOG_KEY) } = source;
  const engine = databaseUrl === undefined ? 'pglite' : 'postgres';
  const about = { format: 1, engine, version: manifest.version, madeAt: now.toISOString() };
  yield bytesEntry(MANIFEST, Buffer.from(`${JSON.stringify(about)}\n`));
  const read = new Set<string>();
  yield* userFiles(dataDir, read);
  // Before the database, so that the database contains all of it.
  yield* fileEntry('published/log.last', join(dataDir, 'log.last'));
  if (databaseUrl === undefined) yield* embeddedDatabaseEntries(db, requireFolder(join(dataDir, 'pg')));
  else yield* dumpEntries(databaseUrl);
  yield* userFiles(dataDir, read);
  for (const name of (await readdir(dataDir)).filter(isKeyFile)) yield* fileEntry(`keys/${name}`, join(dataDir, name));
  // Key files in another folder may have other names.
  if (logKeyFile !== join(dataDir, LOG_KEY)) yield* logKeyEntries(logKeyFile);
}

/** Uploads in progress, to which nothing refers. */
const isIncoming = (path: string) => path === 'incoming';

/** Files of users that are not in `read`, which then has them. */
async function* userFiles(dataDir: string, read: Set<string>): AsyncGenerator<BackupEntry> {
  for (const folder of DATA_FOLDERS) {
    const isKnown = (path: string) => isIncoming(path) || read.has(join(folder, path));
    for await (const entry of folderEntries(folder, join(dataDir, folder), isKnown)) {
      if (!entry.isFolder) read.add(entry.name);
      yield entry;
    }
  }
}

async function* logKeyEntries(file: string): AsyncGenerator<BackupEntry> {
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    const ending = name.startsWith(basename(file)) ? name.slice(basename(file).length) : '-';
    if (isKeyFile(LOG_KEY + ending)) yield* fileEntry(`keys/${LOG_KEY}${ending}`, join(folder, name));
  }
}

function requireFolder(folder: string): string {
  if (existsSync(folder)) return folder;
  throw new BackupError(`There is no database in ${folder}.`);
}

/**
 * The embedded database in a backup, by PostgreSQL's online backup: its files are read while it works, and the
 * write-ahead log of that time makes the copy consistent when it is opened. Nothing is blocked, and nothing is in
 * memory as a whole.
 */
const NAME = 'database';
const WAL = 'pg_wal';
/** Written last, because it contains the start position. */
const CONTROL = join('global', 'pg_control');
/** Folders with contents of the running process. */
const EMPTIED = ['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'];
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'pg_internal.init'];
const SEGMENT = /^[0-9A-F]{24}$/;

/** Entries of the database, below `database/`. Throws a {@link BackupError} while another backup of it runs. */
async function* embeddedDatabaseEntries(db: Database, folder: string): AsyncGenerator<BackupEntry> {
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
