/**
 * The login password of who is logged in: whoever sits at somebody else's phone may guess here what he may not at
 * login.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { EventBus } from '../../events/events.ts';
import { createLoginGuard } from '../user/loginGuard.ts';
import { isPassword } from '../user/passwords.ts';
import { alertUser } from '../user/userMail.ts';
import type { GuessLog } from './refusedGuess.ts';
import { findUserById, lockUser } from '../user/usersRepository.ts';

type LoginPasswordDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'publish'>;
  readonly log?: GuessLog;
};

/** Answers the hash that a password was found to belong to. */
type RequireLoginPassword = (user: SessionUser, password: string | undefined) => Promise<string>;

/** Who guesses is told of; who mistypes is not told of it each time. */
const TOLD_EVERY_MS = 24 * 3_600_000;

// One for all that ask, so that many right ones at once do not look like guessing.
const checks = new WeakMap<Database, RequireLoginPassword>();

/**
 * The check of a database. A wrong one is told to the owner. It throws `BusinessError`: PASSWORD_REQUIRED,
 * PASSWORD_WRONG, RATE_LIMITED {seconds}. Call it before the transaction of what it guards.
 */
export function loginPasswordCheck(deps: LoginPasswordDeps): RequireLoginPassword {
  const known = checks.get(deps.db) ?? createCheck(deps);
  checks.set(deps.db, known);
  return known;
}

function createCheck(deps: LoginPasswordDeps): RequireLoginPassword {
  const guard = createLoginGuard(deps);
  return async (user, password = '') => {
    const userId = user.id;
    if (password === '') throw new BusinessError('PASSWORD_REQUIRED');
    const hash = await guard.prove(user, async () => {
      const found = await findUserById(deps.db, userId);
      return (await isPassword(password, found?.passwordHash, 'user')) ? found?.passwordHash : undefined;
    });
    if (hash !== undefined) return hash;
    await notifyOwner(deps, userId);
    throw new BusinessError('PASSWORD_WRONG');
  };
}

async function notifyOwner({ db, clock, events }: LoginPasswordDeps, userId: UserId): Promise<void> {
  const nowMs = clock.nowMs();
  const since = new Date(nowMs - TOLD_EVERY_MS).toISOString();
  const event = { userId, kind: 'owner_check_failed', at: new Date(nowMs).toISOString() } as const;
  const isTold = await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const before = await rowsOf(
      tx,
      sql`select 1 as told from user_events where user_id = ${userId} and category = 'security' and at > ${since}
        and facts ->> 'kind' = ${event.kind} limit 1`,
    );
    if (before.length > 0) return false;
    await alertUser(tx, event);
    return true;
  });
  if (isTold) events.publish({ type: 'events-written' });
}
