/** Migrates a database to this version: first its tables, then its functions. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles, type MigrationConfig } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { SERVER } from '../folders.ts';
import { rowsOf, type Database, type Reader, type Transaction } from './database.ts';
import { grantRights } from './roles.ts';

const MIGRATION_LOCK = 7_204_118;

const SERVER_VERSION_MIN = 150_000;

const MIGRATIONS: MigrationConfig = { migrationsFolder: join(SERVER, 'src/db/migrations') };

/**
 * Migrates `db` and returns the names of the functions that existed in another form. Nodes that start at the same time
 * must take turns. Throws when a newer version has migrated already: this version would replace its functions while its
 * nodes run.
 */
export async function migrateDatabase(db: NodePgDatabase): Promise<readonly string[]> {
  await migrate(db, MIGRATIONS);
  await refuseNewer(db);
  return applyFunctions(db);
}

/** Migrates as a role that may, one node at a time; then restricts the server's role, if it has one. */
export async function migrateUnderLock(pool: pg.Pool, serverRole?: string): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    await refuseOldServer(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const db = drizzle(client);
      const replaced = await migrateDatabase(db);
      if (serverRole !== undefined) await grantRights(db, serverRole);
      return replaced;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

async function refuseOldServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < SERVER_VERSION_MIN)
    throw new Error(`it is PostgreSQL ${Math.floor(version / 10_000)}, at least 15 is needed`);
}

/** The connected role and whether it may change the schema. */
export async function readRole(pool: pg.Pool): Promise<{ readonly name: string; readonly mayMigrate: boolean }> {
  const { rows } = await pool.query<{ name: string; may_migrate: boolean }>(
    `select current_user::text as name, has_schema_privilege('public', 'create')
      and has_database_privilege(current_database(), 'create') as may_migrate`,
  );
  return { name: rows[0]?.name ?? '', mayMigrate: rows[0]?.may_migrate ?? false };
}

const NOT_READY =
  'it is not of this version, and DATABASE_URL may not change it: set MIGRATIONS_DATABASE_URL to its owner';
/** Schema or table missing, or no right to see it. */
const UNREADABLE = ['3F000', '42P01', '42501'];

/** Throws unless the owner has migrated the database to this version. */
export async function requireMigrated(db: Database): Promise<void> {
  try {
    await refuseNewer(db);
    const current = await rowsOf(
      db,
      sql`select from drizzle.__drizzle_migrations where created_at = ${newestMigrationMs()} limit 1`,
    );
    if (current.length > 0 && (await staleFunctions(db)).length === 0) return;
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
    if (!UNREADABLE.includes(code)) throw error;
  }
  throw new Error(NOT_READY);
}

let newest: number | undefined;

/** Time of this version's newest migration. */
export function newestMigrationMs(): number {
  newest ??= Math.max(...readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis));
  return newest;
}

async function refuseNewer(db: Database): Promise<void> {
  const newer = await rowsOf(
    db,
    sql`select from drizzle.__drizzle_migrations where created_at > ${newestMigrationMs()} limit 1`,
  );
  if (newer.length > 0) throw new Error('it was migrated by a newer version of the exchange: start that one');
}

// Synchronises the SQL functions of a database with `functions/`: one file for each function or view, named after it.

type SqlFunction = { readonly name: string; readonly hash: string; readonly text: string };

const FOLDER = join(SERVER, 'src/db/functions');

/**
 * Creates new and changed functions and drops removed ones, in one transaction. Returns the names of those that existed
 * in another form. Nodes that start at the same time must take turns.
 */
export async function applyFunctions(db: Database, folder: string = FOLDER): Promise<readonly string[]> {
  const wanted = readFunctions(folder);
  return db.transaction(async (tx) => {
    const { stored, changed, stale } = await compare(tx, wanted);
    if (stale.length === 0) return [];
    await drop(tx, stale);
    await tx.execute(sql`delete from sql_functions where name in ${stale}`);
    for (const { name, hash, text } of changed) {
      await tx.execute(sql.raw(text));
      await tx.execute(sql`insert into sql_functions (name, hash) values (${name}, ${hash})`);
    }
    return stale.filter((name) => stored.has(name));
  });
}

/** Names of functions that differ from the folder's. */
async function staleFunctions(reader: Reader, folder: string = FOLDER): Promise<readonly string[]> {
  return (await compare(reader, readFunctions(folder))).stale;
}

async function compare(reader: Reader, wanted: readonly SqlFunction[]) {
  const rows = await rowsOf<{ name: string; hash: string }>(reader, sql`select name, hash from sql_functions`);
  const stored = new Map(rows.map(({ name, hash }) => [name, hash]));
  const changed = wanted.filter(({ name, hash }) => stored.get(name) !== hash);
  const gone = [...stored.keys()].filter((name) => !wanted.some((one) => one.name === name));
  return { stored, changed, stale: [...gone, ...changed.map(({ name }) => name)] };
}

function readFunctions(folder: string): readonly SqlFunction[] {
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return { name: basename(file, '.sql'), hash: createHash('sha256').update(text).digest('hex'), text };
    });
}

/**
 * Drops every function or view with one of these names, with any parameters: a function with other parameters would
 * otherwise remain as an overload.
 */
async function drop(tx: Transaction, names: readonly string[]): Promise<void> {
  const statements = await rowsOf<{ statement: string }>(
    tx,
    sql`select 'drop function ' || oid::regprocedure as statement from pg_proc
      where pronamespace = 'public'::regnamespace and proname = any(${sql.param(names)}::text[])
      union all
      select 'drop view ' || oid::regclass from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v' and relname = any(${sql.param(names)}::text[])`,
  );
  for (const { statement } of statements) await tx.execute(sql.raw(statement));
}
