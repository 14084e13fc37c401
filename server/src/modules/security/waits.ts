/** How guessing is slowed down: after some free failures each further one doubles the wait. Written in SQL. */
import { sql, type SQL } from 'drizzle-orm';

const FIRST_WAIT_SECONDS = 30;
const WAIT_MAX_SECONDS = 15 * 60;
// Beyond this the wait is the longest anyway, and the columns are small numbers.
const FAILURES_MAX = 1000;
const DOUBLINGS_MAX = 10;

/** The failures with one more. */
export function countedFailures(before: SQL): SQL {
  return sql`least(${before} + 1, ${FAILURES_MAX}::int)`;
}

/** Until when no further try is looked at after so many failures; null while they are free. */
export function freeAfter(failures: SQL, free: number, now: SQL): SQL {
  const doublings = sql`least(${failures} - ${free}::int, ${DOUBLINGS_MAX}::int)`;
  const seconds = sql`least(${FIRST_WAIT_SECONDS}::int * power(2, ${doublings}), ${WAIT_MAX_SECONDS}::int)`;
  return sql`case when ${failures} < ${free}::int then null else ${now} + ${seconds} * interval '1 second' end`;
}
