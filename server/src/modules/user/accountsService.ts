/** Accounts: registration, login, logout, a forgotten password and a changed one, and the user's own data. */
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { logIn, registerUser, resetPassword, User } from '@halyard/contract/user/calls';
import type { Caller, SessionUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { readIdentityOfUser } from '../identity/readIdentity.ts';
import type { AccountsDeps } from './accountsDeps.ts';
import { createPasswordChange } from './changePassword.ts';
import { findByPassword } from './passwordLogin.ts';
import { registerAccount } from './registerAccount.ts';
import { replacePassword } from './resetPassword.ts';
import * as users from './usersRepository.ts';

/** Makes the accounts of a database. */
export function createAccountsService(deps: AccountsDeps) {
  const { db, sessions, secondFactor } = deps;
  return {
    /** See {@link registerAccount}. */
    register: (request: RequestOf<typeof registerUser>, caller: Caller) => registerAccount(deps, request, caller),

    /** See {@link replacePassword}. */
    resetPassword: (request: RequestOf<typeof resetPassword>, caller: Caller) => replacePassword(deps, request, caller),

    /**
     * Resolves to a session's token. Throws `BusinessError` LOGIN_FAILED for an unknown account and a wrong password
     * alike, RATE_LIMITED after too many tries, and the errors of the second factor, which are reached only with the
     * correct password.
     */
    async logIn(request: RequestOf<typeof logIn>, caller: Caller): Promise<string> {
      const user = await findByPassword(deps, request, caller);
      const provedBy = await secondFactor.require(user.id, request, caller);
      const token = await sessions.open({ ...user, provedBy }, caller);
      if (token === undefined) throw new BusinessError('LOGIN_FAILED');
      return token;
    },

    async logOut(user: SessionUser): Promise<void> {
      await sessions.end(user);
    },

    /** See {@link createPasswordChange}. */
    changePassword: createPasswordChange(deps),

    /** The user's own data. Throws `BusinessError('NOT_LOGGED_IN')` when the user does not exist. */
    async read(id: UserId): Promise<User> {
      const user = await users.findUserById(db, id);
      if (user === undefined) throw new BusinessError('NOT_LOGGED_IN');
      const { email, phone, invitationCode } = user;
      const account = email ?? phone;
      const identity = await readIdentityOfUser(db, id);
      return { id, phone, email, invitationCode, ...identity, ...(account === null ? {} : { account }) };
    },
  };
}
