/** Limits and log entries of guesses: waits after wrong tries, and refused tries as events for alarms. */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from '../../calls/networks.ts';
import { sql, type SQL } from 'drizzle-orm';

/** The logger; undefined for parts of an exchange without a log. */
export type GuessLog = Pick<FastifyBaseLogger, 'warn'> | undefined;

type RefusedGuess = {
  readonly event:
    | 'login_refused'
    | 'login_password_refused'
    | 'code_refused'
    | 'code_request_refused'
    | 'fund_password_refused'
    | 'second_factor_refused';
  /** The account: an address, or `user 17`. Logged as the beginning of its hash. */
  readonly account: string;
  /** Address of the caller, if known. Logged as its network. */
  readonly ip?: string | undefined;
};

const HASH_LENGTH = 16;

/** Logs a refused guess, without the address and without the guess. */
export function logRefusedGuess(log: GuessLog, { event, account, ip }: RefusedGuess): void {
  const accountHash = createHash('sha256').update(account).digest('hex').slice(0, HASH_LENGTH);
  log?.warn(
    { event, account: accountHash, ...(ip !== undefined && { network: networkOf(ip) }) },
    'a guess was refused',
  );
}

// Waits between guesses, in SQL: after some free failures each further one doubles the wait.

const FIRST_WAIT_SECONDS = 30;
const WAIT_MAX_SECONDS = 15 * 60;
// Above this the wait is at its maximum anyway, and the columns are small numbers.
const FAILURES_MAX = 1000;
const DOUBLINGS_MAX = 10;

/** The number of failures plus one. */
export function countedFailures(before: SQL): SQL {
  return sql`least(${before} + 1, ${FAILURES_MAX}::int)`;
}

/** Time of the next permitted try after so many failures; null while tries are free. */
export function freeAfter(failures: SQL, free: number, now: SQL): SQL {
  const doublings = sql`least(${failures} - ${free}::int, ${DOUBLINGS_MAX}::int)`;
  const seconds = sql`least(${FIRST_WAIT_SECONDS}::int * power(2, ${doublings}), ${WAIT_MAX_SECONDS}::int)`;
  return sql`case when ${failures} < ${free}::int then null else ${now} + ${seconds} * interval '1 second' end`;
}
