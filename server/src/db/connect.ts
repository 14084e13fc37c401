/** Opens the database: the embedded PGlite or a PostgreSQL server, migrated, with values in one form on both. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { Database } from './database.ts';
import { DataDirLockedError, lockDataDir } from './dataDirLock.ts';
import * as schema from './schema.ts';

/** An open database. `close` waits for what runs and gives the data directory back. */
export type OpenDatabase = {
  readonly db: Database;
  readonly engine: 'pglite' | 'postgres';
  close(): Promise<void>;
};

/** Where the database is: a server when `databaseUrl` is not empty, else PGlite in `dataDir`, else PGlite in memory. */
export type DatabaseLocation = {
  readonly databaseUrl?: string | undefined;
  readonly dataDir?: string | undefined;
  /** In memory: what {@link imageOfEmptyDatabase} answered, in place of making it again. */
  readonly image?: Blob | undefined;
};

/** Why a database could not be opened, in one line for the person who starts the server. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

const MIGRATIONS = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };
const PGLITE_OPTIONS = { startParams: [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC'] };
const AS_ARRAYS = { rowMode: 'array' } as const;
const SERVER_VERSION_MIN = 150_000;
const POOL_SIZE = 20;
const CONNECT_TIMEOUT_MS = 15_000;
// Any number that nobody else uses; all nodes of one database share it.
const MIGRATION_LOCK = 7_204_118;

const asText = (value: string) => value;
const { NUMERIC, INT8, TIMESTAMP, TIMESTAMPTZ, DATE, INTERVAL } = pgliteTypes;
// The unnamed ones are arrays of numeric, timestamp, timestamptz, interval and date: drizzle reads them as text on PostgreSQL.
const TEXT_TYPES: readonly number[] = [
  NUMERIC,
  INT8,
  TIMESTAMP,
  TIMESTAMPTZ,
  DATE,
  INTERVAL,
  1231,
  1115,
  1185,
  1187,
  1182,
];

/**
 * Opens and migrates the database. On both engines `numeric`, `int8` and `timestamptz` arrive as text in the same form; times are in UTC.
 * Throws `DatabaseUnavailableError` with one clear line when it is in use, damaged, too old or not reachable.
 */
export async function openDatabase({ databaseUrl = '', dataDir, image }: DatabaseLocation): Promise<OpenDatabase> {
  return databaseUrl === '' ? openPglite(dataDir, image) : openPostgres(databaseUrl);
}

/** A migrated, empty PGlite as one file: to open it takes a quarter of the time that making one does. */
export async function imageOfEmptyDatabase(): Promise<Blob> {
  const client = await PGlite.create(PGLITE_OPTIONS);
  try {
    await migratePglite(drizzlePglite(client, { schema }), MIGRATIONS);
    await client.exec('checkpoint');
    return await client.dumpDataDir('none');
  } finally {
    await client.close();
  }
}

async function openPglite(dataDir: string | undefined, image: Blob | undefined): Promise<OpenDatabase> {
  const unlock = dataDir === undefined ? () => undefined : lockOrExplain(dataDir);
  try {
    const client = await (dataDir === undefined ? startInMemory(image) : startPglite(dataDir));
    const db = drizzlePglite(withOwnParsers(client), { schema });
    await migratePglite(db, MIGRATIONS);
    const close = async () => {
      await client.close();
      unlock();
    };
    return { db, engine: 'pglite', close };
  } catch (error) {
    unlock();
    if (error instanceof DatabaseUnavailableError) throw error;
    const place = dataDir === undefined ? 'The database in memory' : `The database in ${dataDir}`;
    throw new DatabaseUnavailableError(`${place} cannot be opened: ${reasonOf(error)}`, error);
  }
}

function lockOrExplain(dataDir: string): () => void {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataDirLockedError) throw new DatabaseUnavailableError(error.message, error);
    throw new DatabaseUnavailableError(`The data directory ${dataDir} cannot be used: ${reasonOf(error)}`, error);
  }
}

function startInMemory(image: Blob | undefined): Promise<PGlite> {
  return PGlite.create({ ...PGLITE_OPTIONS, ...(image !== undefined && { loadDataDir: image }) });
}

async function startPglite(dataDir: string): Promise<PGlite> {
  const directory = join(dataDir, 'pg');
  if (!existsSync(directory)) {
    // Made elsewhere and moved when it is whole: a process that is killed meanwhile leaves nothing that looks like a database.
    const draft = join(dataDir, 'pg.new');
    rmSync(draft, { recursive: true, force: true });
    await (await PGlite.create(draft, PGLITE_OPTIONS)).close();
    renameSync(draft, directory);
  }
  try {
    return await PGlite.create(directory, PGLITE_OPTIONS);
  } catch (error) {
    // What PGlite says here ("Aborted()") helps nobody.
    const advice = 'it is damaged or was made by another version: restore a copy, or set DATA_DIR to another directory';
    throw new DatabaseUnavailableError(`The database in ${dataDir} cannot be read: ${advice}.`, error);
  }
}

/**
 * The client with its parsers set once. drizzle names them with every query, and PGlite then copies its whole table of several
 * hundred: 90 of the 400 microseconds of a ledger transfer.
 */
function withOwnParsers(client: PGlite): PGlite {
  Object.assign(client.parsers, Object.fromEntries(TEXT_TYPES.map((type) => [type, asText])));
  const queryOf = (target: Pick<PGlite, 'query'>): Pick<PGlite, 'query'> => ({
    query: (text, values, options) => target.query(text, values, options?.rowMode === 'array' ? AS_ARRAYS : undefined),
  });
  const facade: Pick<PGlite, 'query' | 'transaction'> = {
    ...queryOf(client),
    transaction: (work) => client.transaction((tx) => work({ ...tx, ...queryOf(tx) })),
  };
  // drizzle calls these two alone.
  return facade as PGlite;
}

async function openPostgres(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: '-c TimeZone=UTC -c DateStyle=ISO',
    types: {
      getTypeParser: (type, format) => (TEXT_TYPES.includes(type) ? asText : pg.types.getTypeParser(type, format)),
    },
  });
  // The pool drops a connection that broke while idle and opens another at the next query; without a listener the process would end.
  pool.on('error', () => undefined);
  // The same for one that breaks while a transaction holds it between two statements; the next statement fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migrateUnderLock(pool);
  } catch (error) {
    await pool.end();
    throw new DatabaseUnavailableError(
      `The database at ${withoutPassword(databaseUrl)} cannot be opened: ${reasonOf(error)}`,
      error,
    );
  }
  return { db: drizzlePostgres(pool, { schema }), engine: 'postgres', close: () => pool.end() };
}

async function migrateUnderLock(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    const version = rows[0]?.version ?? 0;
    if (version < SERVER_VERSION_MIN)
      throw new Error(`it is PostgreSQL ${Math.floor(version / 10_000)}, at least 15 is needed`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await migratePostgres(drizzlePostgres(client), MIGRATIONS);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  // drizzle wraps what the driver said.
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return (error instanceof Error ? error.message : String(error)).split('\n', 1).join('');
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1@');
}
