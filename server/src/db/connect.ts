/** Opens the database: the embedded PGlite or a PostgreSQL server, migrated, with values in one form on both. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { DataDirLockedError, lockDataDir } from './dataDirLock.ts';
import type { Database } from './database.ts';
import { connectTo } from './embedded/pgliteStream.ts';
import { type PgliteThread, startPgliteThread } from './embedded/pgliteThread.ts';
import { createNotices, LISTEN, listenTo, type Notices } from './notices.ts';
import { migrateDatabase, migrateUnderLock, readRole, requireMigrated } from './migrate.ts';
import { closeTree } from './privateFolder.ts';
import * as schema from './schema.ts';

/** An open database. `close` waits for what runs and gives the data directory back. */
export type OpenDatabase = {
  readonly db: Database;
  readonly engine: 'pglite' | 'postgres';
  /** The SQL functions that were there in the form of another version. */
  readonly replacedFunctions: readonly string[];
  /** Of due work that was written, by whichever process. */
  readonly notices: Notices;
  close(): Promise<void>;
};

/** Where the database is: a server when `databaseUrl` is not empty, else PGlite in `dataDir`, else PGlite in memory. */
export type DatabaseLocation = {
  readonly databaseUrl?: string | undefined;
  /** The same database by its owner, who migrates it; without it, whoever `databaseUrl` names does, if he may. */
  readonly migrationsUrl?: string | undefined;
  readonly dataDir?: string | undefined;
  /** In memory: what {@link imageOfEmptyDatabase} answered, in place of making it again. */
  readonly image?: Blob | undefined;
  /** Of a server; none unless said otherwise. */
  readonly limits?: DatabaseLimits | undefined;
};

/** How many connections a node opens, and how long one statement, one wait for a lock and one silence may take. */
export type DatabaseLimits = {
  readonly poolSize: number;
  /** 0 leaves it to the server, as with the others. */
  readonly statementMs: number;
  readonly lockMs: number;
  /** Between two statements of a transaction. */
  readonly idleMs: number;
};

/** Why a database could not be opened, in one line for the person who starts the server. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

const NO_LIMITS: DatabaseLimits = { poolSize: 20, statementMs: 0, lockMs: 0, idleMs: 0 };
const CONNECT_TIMEOUT_MS = 15_000;

const { NUMERIC, INT8, TIMESTAMP, TIMESTAMPTZ, DATE, INTERVAL } = pg.types.builtins;
// The unnamed ones are arrays of numeric, timestamp, timestamptz, interval and date.
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

/** A migrated, empty PGlite as one file: to open it takes a quarter of the time that making one does. */
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

/** Connects to a running PGlite. `disconnect` waits for what runs and leaves PGlite running. */
export function connectToThread(thread: PgliteThread) {
  const notices = createNotices();
  const pool = poolOn(thread, notices.notify);
  const disconnect = async () => {
    // A pool that ends forgets the callers that wait for its connection.
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
    // An image is of this version.
    const replacedFunctions = image === undefined ? await migrateDatabase(db) : [];
    // One process has the database, so whoever held a lease is gone.
    await db.update(schema.dueWork).set({ lease: null, leasedUntil: null });
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

/** PGlite has one session, so transactions and lone statements take turns; nobody is sent away for waiting long. */
function poolOn(thread: PgliteThread, onNotice: () => void): pg.Pool {
  const [user, database] = ['postgres', 'postgres'];
  const stream = () => connectTo(thread);
  // The pool takes another connection after a lone statement that failed. To PGlite that is the same session, with the
  // statements that the last one has named.
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
    // Made elsewhere and moved when it is whole: a process that is killed meanwhile leaves nothing that looks like a
    // database.
    const draft = join(dataDir, 'pg.new');
    rmSync(draft, { recursive: true, force: true });
    await (await startPgliteThread({ directory: draft })).close();
    closeTree(draft);
    renameSync(draft, directory);
  }
  try {
    return await startPgliteThread({ directory });
  } catch (error) {
    // What PGlite says here ("Aborted()") helps nobody.
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
      // The two may name two databases.
      await requireMigrated(db);
    } else if (mayMigrate) replacedFunctions = await migrateAlone(databaseUrl);
    else await requireMigrated(db);
    const notices = listenTo(databaseUrl);
    const close = async () => {
      await notices.close();
      await pool.end();
    };
    return { db, engine: 'postgres', replacedFunctions, notices, close };
  } catch (error) {
    await pool.end();
    throw new DatabaseUnavailableError(
      `The database at ${withoutPassword(url)} cannot be opened: ${reasonOf(error)}`,
      error,
    );
  }
}

function poolTo(connectionString: string, { poolSize: max, ...limits }: DatabaseLimits): pg.Pool {
  // By a statement, since options in the address would replace these. Just-in-time compilation takes seconds for
  // statements that run for a millisecond: a young table without statistics is estimated a thousand times too large.
  const setUp = `set TimeZone = 'UTC'; set DateStyle = 'ISO'; set standard_conforming_strings = on; set jit = off;
    ${limitsOf(limits)}`;
  const onConnect = (client: pg.ClientBase) => client.query(setUp);
  const options = { connectionString, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, types: TYPES, onConnect };
  const pool = new pg.Pool(options);
  // The pool drops a connection that broke while idle and opens another at the next query; without a listener the
  // process would end.
  pool.on('error', () => undefined);
  // The same for one that breaks while a transaction holds it between two statements; the next statement fails and says
  // so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Without a limit of ours those of the role, the database or the address hold. */
function limitsOf({ statementMs, lockMs, idleMs }: Omit<DatabaseLimits, 'poolSize'>): string {
  const limits = { statement_timeout: statementMs, lock_timeout: lockMs, idle_in_transaction_session_timeout: idleMs };
  const set = Object.entries(limits).filter(([, ms]) => ms > 0);
  return set.map(([name, ms]) => `set ${name} = ${ms};`).join(' ');
}

/**
 * By a connection that ends before the first request: nothing that runs later has the owner's rights, and a migration
 * takes as long as it takes. With `serverRole` that role is confined.
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
  // drizzle wraps what the driver said.
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return (error instanceof Error ? error.message : String(error)).split('\n', 1).join('');
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1@');
}
