/** Times in SQL. */
import { sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';

/** A `timestamptz` column as ISO 8601 text in UTC with milliseconds; null stays null. */
export function isoText(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The database's time, which all nodes share, or the time of a clock that a test sets. */
export function sqlNow(clock: Clock): SQL {
  return clock.isSet === true ? sql`${new Date(clock.nowMs()).toISOString()}::timestamptz` : sql`clock_timestamp()`;
}

/** An interval of `ms` milliseconds. */
export function sqlMs(ms: number): SQL {
  return sql`${ms}::float8 * interval '1 millisecond'`;
}
