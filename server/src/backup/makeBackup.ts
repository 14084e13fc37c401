/** Makes a backup of an exchange, running or not: database, users' files, keys, and the last published checkpoint. */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Database } from '../db/database.ts';
import manifest from '../../package.json' with { type: 'json' };
import { BackupError } from './backupError.ts';
import { writeBackup, type BackupEntry } from './backupFile.ts';
import { DATA_FOLDERS, isKeyFile, LOG_KEY, MANIFEST } from './contents.ts';
import { embeddedDatabaseEntries } from './embeddedDatabase.ts';
import type { Recipient } from './encryption.ts';
import { bytesEntry, fileEntry, folderEntries } from './folderEntries.ts';
import { dumpEntries } from './postgresTools.ts';

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
  return { path, bytes: await writeBackup(path, to, allEntries(source, now)) };
}

const nameAt = (now: Date) => `halyard-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;

/** The database before the files that it refers to: files are stored before their rows, and removed after them. */
async function* allEntries(source: BackupSource, now: Date): AsyncGenerator<BackupEntry> {
  const { db, dataDir, databaseUrl, logKeyFile = join(dataDir, LOG_KEY) } = source;
  const engine = databaseUrl === undefined ? 'pglite' : 'postgres';
  const about = { format: 1, engine, version: manifest.version, madeAt: now.toISOString() };
  yield bytesEntry(MANIFEST, Buffer.from(`${JSON.stringify(about)}\n`));
  // Before the database, so that the database contains all of it.
  yield* fileEntry('published/log.last', join(dataDir, 'log.last'));
  if (databaseUrl === undefined) yield* embeddedDatabaseEntries(db, requireFolder(join(dataDir, 'pg')));
  else yield* dumpEntries(databaseUrl);
  for (const name of DATA_FOLDERS) yield* folderEntries(name, join(dataDir, name), isIncoming);
  for (const name of (await readdir(dataDir)).filter(isKeyFile)) yield* fileEntry(`keys/${name}`, join(dataDir, name));
  // Key files in another folder may have other names.
  if (logKeyFile !== join(dataDir, LOG_KEY)) yield* logKeyEntries(logKeyFile);
}

/** Uploads in progress, to which nothing refers. */
const isIncoming = (path: string) => path === 'incoming';

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
