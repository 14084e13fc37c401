/** One type for both databases: the embedded PGlite and PostgreSQL speak the same SQL through drizzle. */
import type { ExtractTablesWithRelations, SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** A connection outside a transaction. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>> & {
  readonly __kind?: 'database';
};

/** A connection inside a transaction. Whatever must be atomic takes one as a required argument. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Either; for reads that stand alone. */
export type Reader = Database | Transaction;

/** Runs SQL and answers its rows, whichever driver is below. `T` states what the SQL selects. */
export async function rowsOf<T extends Record<string, unknown>>(reader: Reader, query: SQL): Promise<T[]> {
  const result = (await reader.execute(query)) as { rows: T[] };
  return result.rows;
}

/**
 * Runs a fixed statement with `$1`-style parameters. The text is not put together anew as with `sql`, which shows on paths that run for every order;
 * on PostgreSQL `name` has it parsed once a connection.
 */
export async function rowsOfFixed<T extends Record<string, unknown>>(
  reader: Reader,
  statement: { readonly name: string; readonly text: string },
  params: readonly unknown[],
): Promise<T[]> {
  const { name, text } = statement;
  const prepared = reader._.session.prepareQuery({ sql: text, params: [...params] }, undefined, name, false);
  const result = (await prepared.execute()) as { rows: T[] };
  return result.rows;
}
