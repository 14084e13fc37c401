/**
 * The login password of who is logged in: whoever sits at somebody else's phone may guess here what he may not at
 * login.
 */
import type { UserId } from '@halyard/contract/calls/ids';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
import { createLoginGuard } from '../user/loginGuard.ts';
import { isPassword } from '../user/passwords.ts';
import { findUserById } from '../user/usersRepository.ts';

type LoginPasswordDeps = { readonly db: Database; readonly clock: Clock };

/** Answers the hash that a password was found to belong to. */
type RequireLoginPassword = (userId: UserId, password: string | undefined) => Promise<string>;

// One for all that ask, so that many right ones at once do not look like guessing.
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

function createCheck(deps: LoginPasswordDeps): RequireLoginPassword {
  const guard = createLoginGuard(deps);
  return async (userId, password = '') => {
    if (password === '') throw new BusinessError('PASSWORD_REQUIRED');
    const hash = await guard.prove(userId, async () => {
      const found = await findUserById(deps.db, userId);
      return (await isPassword(password, found?.passwordHash, 'user')) ? found?.passwordHash : undefined;
    });
    if (hash === undefined) throw new BusinessError('PASSWORD_WRONG');
    return hash;
  };
}
