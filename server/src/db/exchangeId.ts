/** Random id in the database that identifies an exchange among others on the same Redis. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Reader } from './database.ts';

/** Reads the id. */
export async function readExchangeId(reader: Reader): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(reader, sql`select id::text as id from exchange`);
  if (row === undefined) throw new Error('the database does not name its exchange');
  return row.id;
}
