/** The name of an exchange among others that share its Redis: a random id in its database. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from './database.ts';

/** Reads it. */
export async function readExchangeId(reader: Reader): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(reader, sql`select id::text as id from exchange`);
  if (row === undefined) throw new Error('the database does not name its exchange');
  return row.id;
}
