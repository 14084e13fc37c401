/**
 * Slows down who guesses second factors. Each try is counted before it is looked at, in one statement and by the
 * database's clock: however many come at once, on however many nodes, no more are looked at than are free.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { logRefusedGuess, type GuessLog } from './refusedGuess.ts';
import { STEP_SECONDS } from './totpCodes.ts';
import { countedFailures, freeAfter } from './waits.ts';

/** Wrong ones in a row that cost no wait. */
export const FACTOR_TRIES = 5;

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
  userId: UserId,
  look: (step: number) => Promise<boolean>,
): Promise<void> {
  const taken = await takeLook(db, userId);
  const refuse = () => logRefusedGuess(log, { event: 'second_factor_refused', account: `user ${userId}` });
  if (taken === undefined) {
    refuse();
    throw await waitError(db, userId);
  }
  if (await isRight(db, userId, { taken, look })) {
    await db.execute(sql`update users set factor_failures = 0, factor_free_at = null where id = ${userId}`);
    return;
  }
  refuse();
  throw taken.freeAt === null ? new BusinessError('SECOND_FACTOR_WRONG') : await waitError(db, userId);
}

async function takeLook(db: Database, userId: UserId): Promise<Look | undefined> {
  const failures = countedFailures(sql`factor_failures`);
  const [look] = await rowsOf<Look>(
    db,
    sql`update users set factor_failures = ${failures},
        factor_free_at = ${freeAfter(failures, FACTOR_TRIES, sql`clock_timestamp()`)}
      where id = ${userId} and (factor_free_at is null or factor_free_at <= clock_timestamp())
      returning factor_free_at::text as "freeAt",
        floor(extract(epoch from clock_timestamp()) / ${STEP_SECONDS}::int)::float8 as step`,
  );
  return look;
}

type Guess = { readonly taken: Look; readonly look: (step: number) => Promise<boolean> };

async function isRight(db: Database, userId: UserId, { taken, look }: Guess): Promise<boolean> {
  try {
    return await look(taken.step);
  } catch (error) {
    // Nobody knows whether it was a wrong one.
    await db.execute(
      sql`update users set factor_failures = greatest(factor_failures - 1, 0),
          factor_free_at = case when factor_free_at is not distinct from ${taken.freeAt}::timestamptz then null
            else factor_free_at end
        where id = ${userId}`,
    );
    throw error;
  }
}

async function waitError(db: Database, userId: UserId): Promise<BusinessError> {
  const [row] = await rowsOf<{ seconds: number | null }>(
    db,
    sql`select ceil(extract(epoch from factor_free_at - clock_timestamp()))::int as seconds
      from users where id = ${userId}`,
  );
  return new BusinessError('SECOND_FACTOR_WAIT', { seconds: Math.max(row?.seconds ?? 1, 1) });
}
