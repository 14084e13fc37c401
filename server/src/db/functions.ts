/**
 * Keeps the SQL functions of a database as `functions/` has them: one file for each, named like what it makes (a view
 * counts as one).
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inArray, sql } from 'drizzle-orm';
import { SERVER } from '../folders.ts';
import { rowsOf, type Database, type Reader, type Transaction } from './database.ts';
import { sqlFunctions } from './schema.ts';

type SqlFunction = { readonly name: string; readonly hash: string; readonly text: string };

const FOLDER = join(SERVER, 'src/db/functions');

/**
 * Makes what came or changed since the last start and drops what went, all in one transaction. Answers the names of
 * those that were there in another form. Nodes that start together have to take turns.
 */
export async function applyFunctions(db: Database, folder: string = FOLDER): Promise<readonly string[]> {
  const wanted = readFunctions(folder);
  return db.transaction(async (tx) => {
    const { kept, changed, stale } = await compare(tx, wanted);
    if (stale.length === 0) return [];
    await drop(tx, stale);
    await tx.delete(sqlFunctions).where(inArray(sqlFunctions.name, stale));
    for (const { name, hash, text } of changed) {
      await tx.execute(sql.raw(text));
      await tx.insert(sqlFunctions).values({ name, hash });
    }
    return stale.filter((name) => kept.has(name));
  });
}

/** Functions that a database has not as the folder has them. */
export async function staleFunctions(reader: Reader, folder: string = FOLDER): Promise<readonly string[]> {
  return (await compare(reader, readFunctions(folder))).stale;
}

async function compare(reader: Reader, wanted: readonly SqlFunction[]) {
  const kept = new Map((await reader.select().from(sqlFunctions)).map(({ name, hash }) => [name, hash]));
  const changed = wanted.filter(({ name, hash }) => kept.get(name) !== hash);
  const gone = [...kept.keys()].filter((name) => !wanted.some((one) => one.name === name));
  return { kept, changed, stale: [...gone, ...changed.map(({ name }) => name)] };
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
 * Whatever has one of these names, with whichever parameters: a function that is made with others would stand beside
 * the old one.
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
