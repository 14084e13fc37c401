/**
 * Opens and migrates the database: the embedded PGlite or a PostgreSQL server, with values in the same form on both.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './database.ts';
import { closeTree, DataDirLockedError, lockDataDir } from './dataDir.ts';
import { connectTo } from './embedded/pgliteStream.ts';
import { type PgliteThread, startPgliteThread } from './embedded/pgliteThread.ts';
import { endSilence } from './endSilence.ts';
import { CONNECTION, createNotices, LISTEN, listenTo, type Notices } from './notices.ts';
import { migrateDatabase, migrateUnderLock, readRole, requireMigrated } from './migrate.ts';

/** An open database. `close` waits for running work and releases the data directory. */
export type OpenDatabase = {
  readonly db: Database;
  readonly engine: 'pglite' | 'postgres';
  /** Names of the SQL functions that another version had defined differently. */
  readonly replacedFunctions: readonly string[];
  /** Notices of jobs that any process wrote. */
  readonly notices: Notices;
  close(): Promise<void>;
};

/** Location of the database: a server when `databaseUrl` is set, else PGlite in `dataDir`, else PGlite in memory. */
export type DatabaseLocation = {
  readonly databaseUrl?: string | undefined;
  /**
   * The same database with the credentials of its owner, who migrates it. Without it the role of `databaseUrl`
   * migrates, if it has the right.
   */
  readonly migrationsUrl?: string | undefined;
  readonly dataDir?: string | undefined;
  /** For a database in memory: the result of {@link imageOfEmptyDatabase}, to start from instead of migrating. */
  readonly image?: Blob | undefined;
  /** For a server; without limits by default. */
  readonly limits?: DatabaseLimits | undefined;
};

/** Number of connections of a node, and the longest statement, wait for a lock and idle transaction. */
export type DatabaseLimits = {
  readonly poolSize: number;
  /** 0 leaves the limit to the server; the same holds for the other limits. */
  readonly statementMs: number;
  readonly lockMs: number;
  /** Idle time between two statements of a transaction. */
  readonly idleMs: number;
};

/** A database could not be opened; the message is one line for the operator. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

const NO_LIMITS: DatabaseLimits = { poolSize: 20, statementMs: 0, lockMs: 0, idleMs: 0 };

const { NUMERIC, INT8, TIMESTAMP, TIMESTAMPTZ, DATE, INTERVAL } = pg.types.builtins;
// The numbers are arrays of numeric, timestamp, timestamptz, interval and date.
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
const asText = (value: string) => value;
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (TEXT_TYPES.includes(type) ? asText : pg.types.getTypeParser(type, format)),
};

/**
 * Opens and migrates the database. On both engines `numeric`, `int8` and `timestamptz` arrive as text in the same form;
 * times are in UTC.
 *
 * Throws `DatabaseUnavailableError` with one clear line when it is in use, damaged, too old or not reachable.
 */
export async function openDatabase({
  databaseUrl = '',
  migrationsUrl = '',
  dataDir,
  image,
  limits = NO_LIMITS,
}: DatabaseLocation): Promise<OpenDatabase> {
  return databaseUrl === '' ? openPglite(dataDir, image) : openPostgres(databaseUrl, { migrationsUrl, limits });
}

/** A migrated, empty PGlite as one file. Opening it takes a quarter of the time of creating one. */
export async function imageOfEmptyDatabase(): Promise<Blob> {
  const thread = await startPgliteThread({});
  const { db, disconnect } = connectToThread(thread);
  await migrateDatabase(db);
  await db.execute('checkpoint');
  await disconnect();
  const image = await thread.image();
  await thread.close();
  return image;
}

/** Connects to a running PGlite. `disconnect` waits for running statements and leaves PGlite running. */
export function connectToThread(thread: PgliteThread) {
  const notices = createNotices();
  const pool = poolOn(thread, notices.notify);
  const disconnect = async () => {
    // `pool.end()` drops callers that still wait for a connection.
    do (await pool.connect()).release();
    while (pool.waitingCount > 0);
    await pool.end();
  };
  return { db: drizzle(pool), notices, disconnect } as const;
}

async function openPglite(dataDir: string | undefined, image: Blob | undefined): Promise<OpenDatabase> {
  const unlock = dataDir === undefined ? () => undefined : lockOrExplain(dataDir);
  try {
    const thread = await (dataDir === undefined ? startPgliteThread({ image }) : startInDirectory(dataDir));
    const { db, notices, disconnect } = connectToThread(thread);
    // An image already has this version's schema.
    const replacedFunctions = image === undefined ? await migrateDatabase(db) : [];
    // Only one process opens this database, so every lease belongs to a process that ended.
    await db.execute(sql`update jobs set lease = null, leased_until = null`);
    const close = async () => {
      await disconnect();
      await thread.close();
      unlock();
    };
    return { db, engine: 'pglite', replacedFunctions, notices, close };
  } catch (error) {
    unlock();
    if (error instanceof DatabaseUnavailableError) throw error;
    const place = dataDir === undefined ? 'The database in memory' : `The database in ${dataDir}`;
    throw new DatabaseUnavailableError(`${place} cannot be opened: ${reasonOf(error)}`, error);
  }
}

/** PGlite has one session, so transactions and single statements take turns. There is no limit on waiting. */
function poolOn(thread: PgliteThread, onNotice: () => void): pg.Pool {
  const [user, database] = ['postgres', 'postgres'];
  const stream = () => connectTo(thread);
  // The pool opens another connection after a failed single statement. In PGlite that is the same session, which still
  // has the named statements of the previous connection.
  const onConnect = (client: pg.ClientBase) => {
    client.on('notification', onNotice);
    return client.query(`deallocate all; ${LISTEN}`);
  };
  const options = { user, database, max: 1, idleTimeoutMillis: 0, types: TYPES, stream, onConnect };
  return new pg.Pool(options);
}

function lockOrExplain(dataDir: string): () => void {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataDirLockedError) throw new DatabaseUnavailableError(error.message, error);
    throw new DatabaseUnavailableError(`The data directory ${dataDir} cannot be used: ${reasonOf(error)}`, error);
  }
}

async function startInDirectory(dataDir: string): Promise<PgliteThread> {
  const directory = join(dataDir, 'pg');
  if (!existsSync(directory)) {
    // Create it elsewhere and move it when complete, so that a crash leaves nothing that looks like a database.
    const draft = join(dataDir, 'pg.new');
    rmSync(draft, { recursive: true, force: true });
    await (await startPgliteThread({ directory: draft })).close();
    closeTree(draft);
    renameSync(draft, directory);
  }
  try {
    return await startPgliteThread({ directory });
  } catch (error) {
    // PGlite's own message ("Aborted()") does not help the operator.
    const advice = 'it is damaged or was made by another version: restore a copy, or set DATA_DIR to another directory';
    throw new DatabaseUnavailableError(`The database in ${dataDir} cannot be read: ${advice}.`, error);
  }
}

type Opening = { readonly migrationsUrl: string; readonly limits: DatabaseLimits };

async function openPostgres(databaseUrl: string, { migrationsUrl, limits }: Opening): Promise<OpenDatabase> {
  const pool = poolTo(databaseUrl, limits);
  let url = databaseUrl;
  try {
    const db = drizzle(pool);
    const { name, mayMigrate } = await readRole(pool);
    let replacedFunctions: readonly string[] = [];
    if (migrationsUrl !== '') {
      url = migrationsUrl;
      replacedFunctions = await migrateAlone(migrationsUrl, name);
      url = databaseUrl;
      // The two URLs may name different databases.
      await requireMigrated(db);
    } else if (mayMigrate) replacedFunctions = await migrateAlone(databaseUrl);
    else await requireMigrated(db);
    return { ...openPool(pool, databaseUrl), replacedFunctions };
  } catch (error) {
    await pool.end();
    throw new DatabaseUnavailableError(
      `The database at ${withoutPassword(url)} cannot be opened: ${reasonOf(error)}`,
      error,
    );
  }
}

/** Connects to a PostgreSQL database that this version has migrated. */
export function connectToServer(databaseUrl: string): OpenDatabase {
  return openPool(poolTo(databaseUrl, NO_LIMITS), databaseUrl);
}

function openPool(pool: pg.Pool, databaseUrl: string): OpenDatabase {
  const notices = listenTo(databaseUrl);
  const close = async () => {
    await notices.close();
    await pool.end();
  };
  return { db: drizzle(pool), engine: 'postgres', replacedFunctions: [], notices, close };
}

function poolTo(connectionString: string, { poolSize: max, ...limits }: DatabaseLimits): pg.Pool {
  // Set by a statement, because options in the URL would replace these. Just-in-time compilation takes seconds for
  // statements that run for a millisecond: without statistics, the size of a new table is overestimated a thousandfold.
  const setUp = `set TimeZone = 'UTC'; set DateStyle = 'ISO'; set standard_conforming_strings = on; set jit = off;
    ${limitsOf(limits)}`;
  const onConnect = (client: pg.ClientBase) => {
    if (limits.statementMs > 0) endSilence(client as pg.Client, limits.statementMs);
    return client.query(setUp);
  };
  const options = { ...CONNECTION, connectionString, max, types: TYPES, onConnect };
  const pool = new pg.Pool(options);
  // The pool drops a connection that broke while idle and opens another at the next query; without a listener the
  // process would exit.
  pool.on('error', () => undefined);
  // The same for a connection that breaks between two statements of a transaction; the next statement fails with the
  // cause.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A limit of 0 leaves the limits of the role, the database or the URL in place. */
function limitsOf({ statementMs, lockMs, idleMs }: Omit<DatabaseLimits, 'poolSize'>): string {
  const limits = { statement_timeout: statementMs, lock_timeout: lockMs, idle_in_transaction_session_timeout: idleMs };
  const set = Object.entries(limits).filter(([, ms]) => ms > 0);
  return set.map(([name, ms]) => `set ${name} = ${ms};`).join(' ');
}

/**
 * Migrates over a connection that closes before the first request, so that nothing later has the owner's rights;
 * migrations have no time limit. With `serverRole`, restricts that role.
 */
async function migrateAlone(url: string, serverRole?: string): Promise<readonly string[]> {
  const pool = poolTo(url, { ...NO_LIMITS, poolSize: 1 });
  try {
    return await migrateUnderLock(pool, serverRole);
  } finally {
    await pool.end();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  // drizzle wraps the driver's error.
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return (error instanceof Error ? error.message : String(error)).split('\n', 1).join('');
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1@');
}
