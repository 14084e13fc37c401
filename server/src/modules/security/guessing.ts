/** Guesses of passwords and codes: waits after wrong tries, the count of second-factor tries, and logged refusals. */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/callHandler.ts';
import { networkOf } from '../../calls/networks.ts';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';
import { matchKnownDevice } from '../user/knownDevice.ts';
import type { StepUpAsker } from './sessionStepUp.ts';

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

// Slows down guessing of second factors. Each try is counted before it is checked, in one statement and by the
// database's clock, so parallel tries on several nodes get no more than the free ones. Tries are counted by session,
// known device or known network; unknown callers share one count. So a thief with the password cannot make the owner
// wait.

/** Length of a step of authenticator apps' codes, which count time in steps. */
export const STEP_SECONDS = 30;

/** Wrong tries in a row without a wait. */
const FACTOR_TRIES = 5;

/** The caller who tries, and the account. */
export type Guesser = { readonly userId: UserId; readonly asker: StepUpAsker };

/** Key of a counter. */
type Count = { readonly userId: UserId; readonly place: string };

type Attempt = {
  /** Time of the next permitted try if this one is wrong. */
  readonly freeAt: string | null;
  /** TOTP step by the database's clock: 30-second units since 1970. */
  readonly step: number;
};

/**
 * Counts a try, then checks it; `check` resolves to whether it is right. Call it outside transactions: the count must
 * survive a rollback. Throws `BusinessError` SECOND_FACTOR_WRONG, SECOND_FACTOR_WAIT {seconds}.
 */
export async function guessFactor(
  { db, log }: { readonly db: Database; readonly log?: GuessLog },
  { userId, asker }: Guesser,
  check: (step: number) => Promise<boolean>,
): Promise<void> {
  const count = { userId, place: await placeOf(db, userId, asker) };
  const taken = await takeAttempt(db, count);
  const refuse = () => logRefusedGuess(log, { event: 'second_factor_refused', account: `user ${userId}` });
  if (taken === undefined) {
    refuse();
    throw await waitError(db, count);
  }
  if (await isGuessRight(db, count, { taken, check })) {
    await db.execute(sql`delete from factor_tries where ${isOf(count)}`);
    return;
  }
  refuse();
  throw taken.freeAt === null ? new BusinessError('SECOND_FACTOR_WRONG') : await waitError(db, count);
}

async function placeOf(reader: Reader, userId: UserId, asker: StepUpAsker): Promise<string> {
  if ('sessionId' in asker) return `session ${asker.sessionId}`;
  const known = await matchKnownDevice(reader, userId, asker);
  if (known === 'device') return `device ${asker.device}`;
  return known === 'network' ? `network ${networkOf(asker.ip)}` : 'strangers';
}

const isOf = ({ userId, place }: Count) => sql`user_id = ${userId} and place = ${place}`;

async function takeAttempt(db: Database, { userId, place }: Count): Promise<Attempt | undefined> {
  const failures = countedFailures(sql`t.failures`);
  const [attempt] = await rowsOf<Attempt>(
    db,
    sql`insert into factor_tries as t (user_id, place, failures) values (${userId}, ${place}, 1)
      on conflict (user_id, place) do update set failures = ${failures},
        free_at = ${freeAfter(failures, FACTOR_TRIES, sql`clock_timestamp()`)}
        where t.free_at is null or t.free_at <= clock_timestamp()
      returning t.free_at::text as "freeAt",
        floor(extract(epoch from clock_timestamp()) / ${STEP_SECONDS}::int)::float8 as step`,
  );
  return attempt;
}

type Guess = { readonly taken: Attempt; readonly check: (step: number) => Promise<boolean> };

async function isGuessRight(db: Database, count: Count, { taken, check }: Guess): Promise<boolean> {
  try {
    return await check(taken.step);
  } catch (error) {
    // The check itself failed, so the try does not count as wrong.
    await db.execute(
      sql`update factor_tries set failures = greatest(failures - 1, 0),
          free_at = case when free_at is not distinct from ${taken.freeAt}::timestamptz then null else free_at end
        where ${isOf(count)}`,
    );
    throw error;
  }
}

async function waitError(db: Database, count: Count): Promise<BusinessError> {
  const [row] = await rowsOf<{ seconds: number | null }>(
    db,
    sql`select ceil(extract(epoch from free_at - clock_timestamp()))::int as seconds
      from factor_tries where ${isOf(count)}`,
  );
  return new BusinessError('SECOND_FACTOR_WAIT', { seconds: Math.max(row?.seconds ?? 1, 1) });
}
