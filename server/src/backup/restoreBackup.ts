/** Restores a backup: into a temporary place to check it, or into an empty exchange. */
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { DatabaseUnavailableError, openDatabase, type DatabaseLocation, type OpenDatabase } from '../db/connect.ts';
import type { Database } from '../db/database.ts';
import { writeAudit, type Reviewer } from '../operator/audit.ts';
import { savePrivateFile, syncFolder } from '../privateFile.ts';
import { BackupError, unpackBackup, type Opener } from './backupFile.ts';
import { DUMP_PART, isKeyFile, LOG_KEY, MANIFEST, placeBelow, restoreDump } from './postgresTools.ts';
import {
  checkRestored,
  createScratchDatabase,
  makeBlank,
  requireBlank,
  settleRestoredLog,
  type Checked,
  type RestoredLog,
} from './restoredDatabase.ts';

/** A file with the secret that decrypts it. */
export type Backup = { readonly path: string; readonly opener: Opener };

/** The exchange of the settings. */
export type RestorePlace = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly migrationsDatabaseUrl: string | undefined;
  readonly logKeyFile: string | undefined;
};

const manifest = z.object({
  format: z.literal(1),
  engine: z.enum(['pglite', 'postgres']),
  version: z.string(),
  madeAt: z.string(),
});

/** Description of a backup, the keys in it, and the results of its check. */
export type Found = Checked & { readonly about: z.output<typeof manifest>; readonly keys: readonly string[] };

const FOLDER_MODE = 0o700;
const LOST_USERS_MAX = 100_000;

/**
 * Restores into a temporary folder, and into a new database beside the one of the settings; removes both. Throws a
 * {@link BackupError} when that is impossible.
 */
export async function checkBackup(backup: Backup, place: RestorePlace): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'halyard-check-'));
  try {
    const { about, keys } = await unpack(backup, folder, { place, isLasting: false });
    if (about.engine === 'pglite') return { about, keys, ...(await checkAt({ dataDir: folder }, folder)) };
    const scratch = await createScratchDatabase(ownerUrl(place));
    try {
      await restoreDump(scratch.url, dumpOf(folder));
      return { about, keys, ...(await checkAt({ databaseUrl: scratch.url }, folder)) };
    } finally {
      await scratch.drop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Restores into an empty data folder and, with PostgreSQL, a blank database; `logLast` is the text of the last
 * published checkpoint, if known. Leaves nothing on failure. Throws a {@link BackupError}.
 */
export async function restoreBackup(
  backup: Backup,
  place: RestorePlace,
  { logLast, operator }: { readonly logLast: string | undefined; readonly operator: Reviewer },
): Promise<Found & { readonly log: RestoredLog }> {
  const { dataDir } = place;
  await requireEmpty(dataDir);
  if (place.databaseUrl !== undefined) await requireBlank(ownerUrl(place));
  await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE });
  const folder = await mkdtemp(join(dataDir, '.restore-'));
  try {
    const { about, keys } = await unpack(backup, folder, { place, isLasting: true });
    const settle = async (location: DatabaseLocation) => {
      return withDatabase(location, async ({ db }) => {
        const checked = await checkRestored(db, folder);
        const { madeAt } = about;
        const reason = `${basename(backup.path)}, made at ${madeAt}`;
        await db.transaction((tx) =>
          writeAudit(tx, operator, { action: 'backup.restore', subject: 'exchange', reason }),
        );
        const log = await settleRestoredLog(db, folder, { newestText: logLast, madeAt });
        if (log !== 'goes-on') await skipLostUsers(db);
        return { about, keys, ...checked, log };
      });
    };
    const found = await (about.engine === 'pglite' ? settle({ dataDir: folder }) : settleDump(place, folder, settle));
    await moveInto(place, folder);
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Users who registered after the backup are lost: skip their ids, so that no other user gets their deposit addresses.
 */
async function skipLostUsers(db: Database): Promise<void> {
  await db.execute(sql`select setval('users_id_seq', (select last_value from users_id_seq) + ${LOST_USERS_MAX}::int)`);
}

async function settleDump<T>(
  place: RestorePlace,
  folder: string,
  settle: (location: DatabaseLocation) => Promise<T>,
): Promise<T> {
  await restoreDump(ownerUrl(place), dumpOf(folder));
  try {
    return await settle({ databaseUrl: place.databaseUrl, migrationsUrl: place.migrationsDatabaseUrl });
  } catch (error) {
    await makeBlank(ownerUrl(place));
    throw error;
  }
}

/** Throws when it is a backup of the other kind of database. */
async function unpack(
  { path, opener }: Backup,
  folder: string,
  { place, isLasting }: { readonly place: RestorePlace; readonly isLasting: boolean },
) {
  await unpackBackup(path, opener, { placeOf: (name) => placeBelow(folder, name), isLasting });
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '');
  const about = z.safeParse(manifest, jsonOf(text));
  if (!about.success) throw new BackupError('This is no backup that this version reads.');
  if ((about.data.engine === 'postgres') === (place.databaseUrl === undefined))
    throw new BackupError(
      about.data.engine === 'postgres'
        ? 'It is a backup of PostgreSQL: set DATABASE_URL.'
        : 'It is a backup of the embedded database: unset DATABASE_URL.',
    );
  return { about: about.data, keys: (await readdir(folder)).filter(isKeyFile).toSorted() };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function checkAt(location: DatabaseLocation, folder: string): Promise<Checked> {
  return withDatabase(location, ({ db }) => checkRestored(db, folder));
}

async function withDatabase<T>(location: DatabaseLocation, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  try {
    const database = await openDatabase(location);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    throw error instanceof DatabaseUnavailableError ? new BackupError(error.message) : error;
  }
}

async function* dumpOf(folder: string): AsyncGenerator<Buffer> {
  const parts = (await readdir(folder)).filter((name) => DUMP_PART.test(name)).toSorted();
  for (const part of parts) yield* createReadStream(join(folder, part)) as AsyncIterable<Buffer>;
}

function ownerUrl({ databaseUrl = '', migrationsDatabaseUrl }: RestorePlace): string {
  return migrationsDatabaseUrl ?? databaseUrl;
}

async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  if (names.some((name) => name !== 'lost+found'))
    throw new BackupError(`${dataDir} holds something: a backup goes into an empty folder. Set DATA_DIR to one.`);
}

/** The database last, so that a crash leaves nothing that looks like a complete one. */
async function moveInto({ dataDir, logKeyFile }: RestorePlace, folder: string): Promise<void> {
  const isLast = (name: string) => name === 'pg';
  const names = (await readdir(folder)).filter((name) => name !== MANIFEST && !DUMP_PART.test(name));
  for (const name of [...names.filter((one) => !isLast(one)), ...names.filter(isLast)]) {
    // A key that still exists in its own place stays.
    if (logKeyFile !== undefined && name.startsWith(LOG_KEY))
      await savePrivateFile(
        join(dirname(logKeyFile), basename(logKeyFile) + name.slice(LOG_KEY.length)),
        await readFile(join(folder, name), 'utf8'),
      );
    else await rename(join(folder, name), join(dataDir, name));
  }
  await syncFolder(dataDir);
}
