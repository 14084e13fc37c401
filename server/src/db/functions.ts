/**
 * Synchronises the SQL functions of a database with `functions/`: one file for each function or view, named after it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { SERVER } from '../folders.ts';
import { rowsOf, type Database, type Reader, type Transaction } from './database.ts';

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
export async function staleFunctions(reader: Reader, folder: string = FOLDER): Promise<readonly string[]> {
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
