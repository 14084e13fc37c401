/**
 * Slows down guessing of second factors. Each try is counted before it is looked at, in one statement and by the
 * database's clock: however many come at once, on however many nodes, no more are looked at than are free. Tries are
 * counted by session, known device or known network; unknown callers share one count. So a thief who has the password
 * cannot make the owner wait.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/errors.ts';
import { networkOf } from '../../calls/networks.ts';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';
import { acquaintanceOf } from '../user/knownDevice.ts';
import type { StepUpAsker } from './stepUpMethods.ts';
import { logRefusedGuess, type GuessLog } from './refusedGuess.ts';
import { STEP_SECONDS } from './totpCodes.ts';
import { countedFailures, freeAfter } from './waits.ts';

/** Wrong ones in a row that cost no wait. */
export const FACTOR_TRIES = 5;

/** The caller who tries, and the account. */
export type Guesser = { readonly userId: UserId; readonly asker: StepUpAsker };

/** Key of a counter. */
type Count = { readonly userId: UserId; readonly place: string };

type Look = {
  /** Until when no further one is looked at if this one is wrong. */
  readonly freeAt: string | null;
  /** Of the database's clock, in 30 seconds since 1970. */
  readonly step: number;
};

/**
 * Has a try looked at; `look` answers whether it is right. Call it outside of transactions: what it counts must stay.
 * Throws `BusinessError` SECOND_FACTOR_WRONG, SECOND_FACTOR_WAIT {seconds}.
 */
export async function guessFactor(
  { db, log }: { readonly db: Database; readonly log?: GuessLog },
  { userId, asker }: Guesser,
  look: (step: number) => Promise<boolean>,
): Promise<void> {
  const count = { userId, place: await placeOf(db, userId, asker) };
  const taken = await takeLook(db, count);
  const refuse = () => logRefusedGuess(log, { event: 'second_factor_refused', account: `user ${userId}` });
  if (taken === undefined) {
    refuse();
    throw await waitError(db, count);
  }
  if (await isRight(db, count, { taken, look })) {
    await db.execute(sql`delete from factor_tries where ${isOf(count)}`);
    return;
  }
  refuse();
  throw taken.freeAt === null ? new BusinessError('SECOND_FACTOR_WRONG') : await waitError(db, count);
}

async function placeOf(reader: Reader, userId: UserId, asker: StepUpAsker): Promise<string> {
  if ('sessionId' in asker) return `session ${asker.sessionId}`;
  const known = await acquaintanceOf(reader, userId, asker);
  if (known === 'device') return `device ${asker.device}`;
  return known === 'network' ? `network ${networkOf(asker.ip)}` : 'strangers';
}

const isOf = ({ userId, place }: Count) => sql`user_id = ${userId} and place = ${place}`;

async function takeLook(db: Database, { userId, place }: Count): Promise<Look | undefined> {
  const failures = countedFailures(sql`t.failures`);
  const [look] = await rowsOf<Look>(
    db,
    sql`insert into factor_tries as t (user_id, place, failures) values (${userId}, ${place}, 1)
      on conflict (user_id, place) do update set failures = ${failures},
        free_at = ${freeAfter(failures, FACTOR_TRIES, sql`clock_timestamp()`)}
        where t.free_at is null or t.free_at <= clock_timestamp()
      returning t.free_at::text as "freeAt",
        floor(extract(epoch from clock_timestamp()) / ${STEP_SECONDS}::int)::float8 as step`,
  );
  return look;
}

type Guess = { readonly taken: Look; readonly look: (step: number) => Promise<boolean> };

async function isRight(db: Database, count: Count, { taken, look }: Guess): Promise<boolean> {
  try {
    return await look(taken.step);
  } catch (error) {
    // Nobody knows whether it was a wrong one.
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
