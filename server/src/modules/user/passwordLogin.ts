/** Finds the user of an address and a password. */
import type { RequestOf } from '@halyard/contract/call';
import type { logIn } from '@halyard/contract/user/calls';
import { BusinessError, type Caller } from '../../calls/callHandler.ts';
import type { Database } from '../../db/database.ts';
import { readAddress } from './addresses.ts';
import type { LoginGuard } from './loginGuard.ts';
import { isPassword } from './passwords.ts';
import * as users from './usersRepository.ts';

type LoginDeps = { readonly db: Database; readonly loginGuard: LoginGuard };
type Login = Pick<RequestOf<typeof logIn>, 'kind' | 'callingCode' | 'address' | 'password'>;

/**
 * Throws `BusinessError` LOGIN_FAILED for an unknown account and a wrong password alike, RATE_LIMITED after too many
 * tries, and the codes of addresses.
 */
export async function findByPassword(
  { db, loginGuard }: LoginDeps,
  login: Login,
  caller: Caller,
): Promise<users.UserRecord> {
  const at = readAddress(login);
  const user = await loginGuard.logIn(at.address, caller, async () => {
    const found = await users.findUserByAddress(db, at);
    return (await isPassword(login.password, found?.passwordHash)) ? found : undefined;
  });
  if (user === undefined) throw new BusinessError('LOGIN_FAILED');
  return user;
}
