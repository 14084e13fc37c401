/**
 * What the owner of an account has and a stolen session has not: the login password, and a code sent to his address.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { EventBus } from '../../events/events.ts';
import type { CodesService } from '../user/codesService.ts';
import { alertUser } from '../user/userMail.ts';
import { loginPasswordCheck } from './loginPassword.ts';
import { checkOwnCode, type OwnCode } from './ownCode.ts';

type ProofDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'publish'>;
  readonly codes: CodesService;
};

/** Both, as they came in. */
export type OwnerProof = { readonly loginPassword?: string | undefined; readonly code?: string | undefined };

/** Who guesses is told of; who mistypes is not told of it each time. */
const TOLD_EVERY_MS = 24 * 3_600_000;

/**
 * Finds both right; `spendOwnCode` then uses the code up. A wrong password is told to the owner. Call it before the
 * transaction of what they allow, never inside: wrong ones stay counted when that is rolled back. Throws
 * `BusinessError`: PASSWORD_REQUIRED, PASSWORD_WRONG, RATE_LIMITED {seconds}, CODE_REQUIRED, CODE_WRONG.
 */
export async function checkOwner(
  deps: ProofDeps,
  userId: UserId,
  { loginPassword, code }: OwnerProof,
): Promise<OwnCode> {
  try {
    await loginPasswordCheck(deps)(userId, loginPassword);
  } catch (error) {
    if (error instanceof BusinessError && error.code === 'PASSWORD_WRONG') await tellOwner(deps, userId);
    throw error;
  }
  return checkOwnCode(deps, userId, code);
}

async function tellOwner({ db, clock, events }: ProofDeps, userId: UserId): Promise<void> {
  const nowMs = clock.nowMs();
  const since = new Date(nowMs - TOLD_EVERY_MS).toISOString();
  const event = { userId, kind: 'owner_check_failed', at: new Date(nowMs).toISOString() } as const;
  const isTold = await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from users where id = ${userId} for no key update`);
    const before = await rowsOf(
      tx,
      sql`select 1 as told from user_events where user_id = ${userId} and subject = 'security' and at > ${since}
        and facts ->> 'kind' = ${event.kind} limit 1`,
    );
    if (before.length > 0) return false;
    await alertUser(tx, event);
    return true;
  });
  if (isTold) events.publish({ type: 'events-written' });
}
