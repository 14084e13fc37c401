/** Times in SQL. */
import { sql, type SQL } from 'drizzle-orm';

/** A column of type `timestamptz` as an ISO 8601 text in UTC with milliseconds; null stays null. */
export function isoText(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
