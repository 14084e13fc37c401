/**
 * The login password of who is logged in: whoever sits at somebody else's phone may guess here what he may not at login.
 */
import type { UserId } from '@halyard/contract/calls/ids';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
import { createLoginGuard } from '../user/loginGuard.ts';
import { isPassword } from '../user/passwords.ts';
import { findUserById } from '../user/usersRepository.ts';
import { createOneAtATime } from './oneAtATime.ts';

type LoginPasswordDeps = { readonly db: Database; readonly clock: Clock };

/** Answers the hash that a password was found to belong to. */
export type RequireLoginPassword = (userId: UserId, password: string | undefined) => Promise<string>;

// One for all that ask, so that guesses at one count at the others.
const checks = new WeakMap<Database, RequireLoginPassword>();

/**
 * The check of a database. It throws `BusinessError`: PASSWORD_REQUIRED, PASSWORD_WRONG, RATE_LIMITED {seconds}. Call
 * it before the transaction of what it guards.
 */
export function loginPasswordCheck(deps: LoginPasswordDeps): RequireLoginPassword {
  const known = checks.get(deps.db) ?? createCheck(deps);
  checks.set(deps.db, known);
  return known;
}

function createCheck({ db, clock }: LoginPasswordDeps): RequireLoginPassword {
  const guard = createLoginGuard(clock);
  const inTurn = createOneAtATime<UserId>();

  async function compare(id: UserId, password: string): Promise<string> {
    const account = `user ${id}`;
    guard.refuseWhileWaiting(account, '');
    const user = await findUserById(db, id);
    if (!(await isPassword(password, user?.passwordHash)) || user === undefined) {
      guard.noteFailure(account, '');
      throw new BusinessError('PASSWORD_WRONG');
    }
    guard.noteSuccess(account, '');
    return user.passwordHash;
  }

  return async (userId, password = '') => {
    if (password === '') throw new BusinessError('PASSWORD_REQUIRED');
    // One after the other, so that each guess is counted before the next one is looked at.
    return inTurn(userId, () => compare(userId, password));
  };
}
