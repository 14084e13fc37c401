/**
 * The embedded databases of tests. Opening one takes seconds of processor time, so the files of a worker share one:
 * each finds it as a fresh one is, its rows and sequences put back.
 */
import { sql, type SQL } from 'drizzle-orm';
import { connectToThread, type OpenDatabase } from '../db/connect.ts';
import { rowsOf, type Database } from '../db/database.ts';
import { startPgliteThread, type PgliteThread } from '../db/embedded/pgliteThread.ts';
import { emptyDatabase } from './emptyDatabase.ts';

/** What a fresh database holds: the rows of its tables, its sequences, and what tells that nothing else changed. */
type FreshState = {
  readonly tables: readonly string[];
  readonly rows: Readonly<Record<string, readonly object[]>>;
  readonly sequences: Readonly<Record<string, string>>;
  readonly definitions: string;
};

type Instance = { readonly thread: PgliteThread; readonly fresh: FreshState };

// Of this worker, and not in use.
let idle: Instance | undefined;

/** Opens a migrated, empty database in memory. `close` leaves it to the next caller of this worker. */
export async function openEmbeddedDatabase(): Promise<OpenDatabase> {
  const { thread, fresh } = (await takeIdle()) ?? (await startInstance());
  const { db, notices, disconnect } = connectToThread(thread);
  const close = async () => {
    await disconnect();
    if (idle === undefined) idle = { thread, fresh };
    else await thread.close();
  };
  return { db, engine: 'pglite', replacedFunctions: [], notices, close };
}

async function startInstance(): Promise<Instance> {
  const thread = await startPgliteThread({ image: await emptyDatabase() });
  const { db, disconnect } = connectToThread(thread);
  const fresh = await readState(db);
  await disconnect();
  return { thread, fresh };
}

/** The idle database, as fresh as at first; nothing where there is none or a test changed what is no row. */
async function takeIdle(): Promise<Instance | undefined> {
  const instance = idle;
  if (instance === undefined) return undefined;
  idle = undefined;
  const { db, disconnect } = connectToThread(instance.thread);
  const isFresh = await reset(db, instance.fresh);
  await disconnect();
  if (isFresh) return instance;
  await instance.thread.close();
  return undefined;
}

async function readState(db: Database): Promise<FreshState> {
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

async function reset(db: Database, fresh: FreshState): Promise<boolean> {
  await db.execute('discard all');
  if ((await readDefinitions(db)) !== fresh.definitions) return false;
  // Neither foreign keys nor the triggers that keep records from being changed are asked.
  await db.execute(`set session_replication_role = 'replica'`);
  for (const name of await filledTables(db, fresh.tables)) await resetTable(db, name, fresh.rows[name] ?? []);
  await resetSequences(db, fresh.sequences);
  await db.execute(`set session_replication_role = 'origin'`);
  return true;
}

async function resetTable(db: Database, name: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0 && JSON.stringify(await contentOf(db, name)) === JSON.stringify(rows)) return;
  await db.execute(sql.raw(`delete from ${name}`));
  if (rows.length === 0) return;
  await db.execute(
    sql`insert into ${sql.raw(name)} overriding system value
      select * from json_populate_recordset(null::${sql.raw(name)}, ${JSON.stringify(rows)}::json)`,
  );
}

async function contentOf(db: Database, name: string): Promise<readonly object[]> {
  const rows = await rowsOf<{ row: object }>(
    db,
    sql.raw(`select to_json(t) as row from ${name} t order by to_json(t)::text`),
  );
  return rows.map(({ row }) => row);
}

/** The tables that have rows. */
async function filledTables(db: Database, tables: readonly string[]): Promise<readonly string[]> {
  const each = tables.map((name) => sql`select ${name} as name where exists (select from ${sql.raw(name)})`);
  return (await rowsOf<{ name: string }>(db, sql.join(each, sql` union all `))).map(({ name }) => name);
}

async function readSequences(db: Database): Promise<Readonly<Record<string, string>>> {
  const rows = await rowsOf<{ name: string; last: string }>(
    db,
    sql`select quote_ident(sequencename) as name, coalesce(last_value::text, '') as last from pg_sequences
      where schemaname = 'public'`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

async function resetSequences(db: Database, fresh: FreshState['sequences']): Promise<void> {
  const now = await readSequences(db);
  const changed = Object.keys(now).filter((name) => now[name] !== fresh[name]);
  for (const name of changed) {
    const last = fresh[name];
    await db.execute(last ? sql`select setval(${name}, ${last}::bigint)` : sql.raw(`alter sequence ${name} restart`));
  }
}

/** Names everything in the database that is not a row: another name is another schema. */
async function readDefinitions(db: Database): Promise<string> {
  const lists: SQL[] = [
    sql`select concat('table ', oid, relname) as text from pg_class where oid >= 16384 and relkind <> 't'`,
    sql`select concat('column ', attrelid, attname, ' ', atttypid, attnotnull) from pg_attribute
      where attrelid >= 16384 and attnum > 0`,
    sql`select concat('default ', adrelid, adnum, ' ', pg_get_expr(adbin, adrelid)) from pg_attrdef`,
    sql`select concat('function ', oid, ' ', md5(prosrc)) from pg_proc where oid >= 16384`,
    sql`select concat('trigger ', oid, ' ', tgenabled) from pg_trigger`,
    sql`select concat('constraint ', oid, conname) from pg_constraint where oid >= 16384`,
    sql`select concat('role ', oid) from pg_authid`,
    sql`select concat('setting ', setdatabase, ' ', setrole, ' ', setconfig) from pg_db_role_setting`,
  ];
  const all = sql.join(lists, sql` union all `);
  const [row] = await rowsOf<{ digest: string }>(
    db,
    sql`select md5(string_agg(text, ',' order by text)) as digest from (${all}) as definitions`,
  );
  return row?.digest ?? '';
}
