/** Check of the login password inside a session, for which wrong tries are limited apart from those at login. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError, type SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { createLoginGuard } from '../user/loginGuard.ts';
import { isPassword } from '../user/passwords.ts';
import { alertUser } from '../user/userMail.ts';
import type { GuessLog } from './guessing.ts';
import { findUserById, lockUser } from '../user/usersRepository.ts';

type LoginPasswordDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log?: GuessLog;
};

/** Resolves to the hash that matched. */
type RequireLoginPassword = (user: SessionUser, password: string | undefined) => Promise<string>;

/** Minimum time between two notifications, so that typing errors do not cause one each. */
const NOTIFY_EVERY_MS = 24 * 3_600_000;

// One check for all callers of a database, so that many correct tries at the same time do not look like guessing.
const checks = new WeakMap<Database, RequireLoginPassword>();

/**
 * The check of a database. A wrong password is reported to the owner. Throws `BusinessError`: PASSWORD_REQUIRED,
 * PASSWORD_WRONG, RATE_LIMITED {seconds}. Call it before the guarded transaction.
 */
export function loginPasswordCheck(deps: LoginPasswordDeps): RequireLoginPassword {
  const check = checks.get(deps.db) ?? createCheck(deps);
  checks.set(deps.db, check);
  return check;
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

async function notifyOwner({ db, clock }: LoginPasswordDeps, userId: UserId): Promise<void> {
  const nowMs = clock.nowMs();
  const since = new Date(nowMs - NOTIFY_EVERY_MS).toISOString();
  const event = { userId, kind: 'owner_check_failed', at: new Date(nowMs).toISOString() } as const;
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const before = await rowsOf(
      tx,
      sql`select 1 as notified from user_events where user_id = ${userId} and category = 'security' and at > ${since}
        and facts ->> 'kind' = ${event.kind} limit 1`,
    );
    if (before.length === 0) await alertUser(tx, event);
  });
}
