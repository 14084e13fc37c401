/** Until when withdrawals wait for what is new. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Transaction } from '../../db/database.ts';

/**
 * What a message names of the hold that begins with this transaction, by the database's clock: `until` in UTC; nothing
 * when withdrawals do not wait.
 */
export async function holdDetails(tx: Transaction, hours: number): Promise<Readonly<Record<string, string>>> {
  if (hours === 0) return {};
  const end = sql`(now() + ${hours}::int * interval '1 hour') at time zone 'UTC'`;
  return (await rowsOf<{ until: string }>(tx, sql`select to_char(${end}, 'YYYY-MM-DD HH24:MI') as until`))[0] ?? {};
}
