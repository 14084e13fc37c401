/**
 * The databases of tests. Making one takes a second of CPU time or more, so the files of a worker share one of each
 * engine: its rows and sequences are reset for each.
 */
import { sql, type SQL } from 'drizzle-orm';
import { connectToServer, connectToThread, type OpenDatabase } from '../db/connect.ts';
import { rowsOf, type Reader } from '../db/database.ts';
import { startPgliteThread } from '../db/embedded/pgliteThread.ts';
import { LISTEN } from '../db/notices.ts';
import { emptyDatabase } from './emptyDatabase.ts';
import { createPostgresDatabase } from './postgresServer.ts';

type Engine = OpenDatabase['engine'];

/** State of a fresh database: the rows of its tables, its sequences, and a digest of everything else. */
type FreshState = {
  readonly tables: readonly string[];
  readonly rows: Readonly<Record<string, readonly object[]>>;
  readonly sequences: Readonly<Record<string, string>>;
  readonly definitions: string;
};

/** A database without open connections. */
type Place = { open(): Promise<OpenDatabase>; remove(): Promise<void> };
type Reusable = Place & { readonly fresh: FreshState };
type Reopened = { readonly place: Reusable; readonly database: OpenDatabase };

// Of this worker, and not in use.
const idle = new Map<Engine, Reusable>();

/**
 * Opens a migrated, empty database. `close` leaves it to the next caller of this worker. In a script there is no runner
 * that ends workers and drops their databases, so there it removes the database.
 */
export async function openReusedDatabase(engine: Engine): Promise<OpenDatabase> {
  const { place, database } = (await openIdle(engine)) ?? (await openNew(engine));
  const close = async () => {
    await database.close();
    if (idle.has(engine) || process.env['VITEST'] === undefined) await place.remove();
    else idle.set(engine, place);
  };
  return { ...database, close };
}

async function openNew(engine: Engine): Promise<Reopened> {
  const place = engine === 'pglite' ? await startEmbedded() : await createOnServer();
  const database = await place.open();
  return { place: { ...place, fresh: await readState(database.db) }, database };
}

async function startEmbedded(): Promise<Place> {
  const thread = await startPgliteThread({ image: await emptyDatabase() });
  return {
    async open() {
      const { db, notices, disconnect } = connectToThread(thread);
      // Settings of the session by the file before; it is the only session. The notices are turned on again.
      await db.execute('discard all');
      await db.execute(LISTEN);
      return { db, engine: 'pglite', replacedFunctions: [], notices, close: disconnect };
    },
    remove: () => thread.close(),
  };
}

/** `scripts/lib/serverBuild.mjs` drops the leftovers at the end of the run. */
async function createOnServer(): Promise<Place> {
  const { url: databaseUrl, drop } = await createPostgresDatabase();
  return { open: async () => connectToServer(databaseUrl), remove: drop };
}

/** The idle database, reset; undefined when there is none or a test changed more than rows. */
async function openIdle(engine: Engine): Promise<Reopened | undefined> {
  const place = idle.get(engine);
  if (place === undefined) return undefined;
  idle.delete(engine);
  const database = await place.open();
  if (await database.db.transaction((tx) => reset(tx, place.fresh))) return { place, database };
  await database.close();
  await place.remove();
  return undefined;
}

async function readState(db: Reader): Promise<FreshState> {
  const found = await rowsOf<{ name: string }>(
    db,
    sql`select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid`,
  );
  const tables = found.map(({ name }) => name);
  const rows: Record<string, readonly object[]> = {};
  for (const name of await filledTables(db, tables)) rows[name] = await contentOf(db, name);
  return { tables, rows, sequences: await readSequences(db), definitions: await readDefinitions(db) };
}

/** Returns false without changes when more than rows has changed. */
async function reset(db: Reader, fresh: FreshState): Promise<boolean> {
  if ((await readDefinitions(db)) !== fresh.definitions) return false;
  // Without foreign keys, and without the triggers that protect records.
  await db.execute(`set local session_replication_role = 'replica'`);
  for (const name of await filledTables(db, fresh.tables)) await resetTable(db, name, fresh.rows[name] ?? []);
  await resetSequences(db, fresh.sequences);
  return true;
}

async function resetTable(db: Reader, name: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0 && JSON.stringify(await contentOf(db, name)) === JSON.stringify(rows)) return;
  await db.execute(sql.raw(`delete from ${name}`));
  if (rows.length === 0) return;
  await db.execute(
    sql`insert into ${sql.raw(name)} overriding system value
      select * from json_populate_recordset(null::${sql.raw(name)}, ${JSON.stringify(rows)}::json)`,
  );
}

async function contentOf(db: Reader, name: string): Promise<readonly object[]> {
  const rows = await rowsOf<{ row: object }>(
    db,
    sql.raw(`select to_json(t) as row from ${name} t order by to_json(t)::text`),
  );
  return rows.map(({ row }) => row);
}

/** The tables that have rows. */
async function filledTables(db: Reader, tables: readonly string[]): Promise<readonly string[]> {
  const each = tables.map((name) => sql`select ${name} as name where exists (select from ${sql.raw(name)})`);
  return (await rowsOf<{ name: string }>(db, sql.join(each, sql` union all `))).map(({ name }) => name);
}

async function readSequences(db: Reader): Promise<Readonly<Record<string, string>>> {
  const rows = await rowsOf<{ name: string; last: string }>(
    db,
    sql`select quote_ident(sequencename) as name, coalesce(last_value::text, '') as last from pg_sequences
      where schemaname = 'public'`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

async function resetSequences(db: Reader, fresh: FreshState['sequences']): Promise<void> {
  const now = await readSequences(db);
  const changed = Object.keys(now).filter((name) => now[name] !== fresh[name]);
  for (const name of changed) {
    const last = fresh[name];
    await db.execute(last ? sql`select setval(${name}, ${last}::bigint)` : sql.raw(`alter sequence ${name} restart`));
  }
}

/** Digest of everything in the database that is not a row: of the schema. */
async function readDefinitions(db: Reader): Promise<string> {
  const lists: SQL[] = [
    sql`select concat('table ', oid, relname, relacl) as text from pg_class where oid >= 16384 and relkind <> 't'`,
    sql`select concat('column ', attrelid, attname, ' ', atttypid, attnotnull) from pg_attribute
      where attrelid >= 16384 and attnum > 0`,
    sql`select concat('default ', adrelid, adnum, ' ', pg_get_expr(adbin, adrelid)) from pg_attrdef`,
    sql`select concat('function ', oid, ' ', md5(prosrc)) from pg_proc where oid >= 16384`,
    sql`select concat('trigger ', oid, ' ', tgenabled) from pg_trigger`,
    sql`select concat('constraint ', oid, conname) from pg_constraint where oid >= 16384`,
    sql`select concat('setting ', setrole, ' ', setconfig) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())`,
  ];
  const all = sql.join(lists, sql` union all `);
  const [row] = await rowsOf<{ digest: string }>(
    db,
    sql`select md5(string_agg(text, ',' order by text)) as digest from (${all}) as definitions`,
  );
  return row?.digest ?? '';
}
