/** Changing the login password while logged in. */
import type { RequestOf } from '@halyard/contract/call';
import type { changePassword } from '@halyard/contract/security/calls';
import { checkPassword } from '@halyard/contract/user/rules';
import { BusinessError, refusal, type SessionUser } from '../../calls/callHandler.ts';
import { endReset } from '../security/factorReset.ts';
import { holdDetails } from '../security/holds.ts';
import { loginPasswordCheck } from '../security/loginPassword.ts';
import { stepUpOrRequire } from '../security/stepUp.ts';
import type { AccountsDeps } from './accountsDeps.ts';
import { refuseGuessed } from './newPassword.ts';
import { hashPassword } from './passwords.ts';
import { alertUser } from './userMail.ts';
import * as users from './usersRepository.ts';

type Change = RequestOf<typeof changePassword>;

/** Makes the changes of a database. */
export function createPasswordChange(deps: AccountsDeps) {
  const { db, clock, sessions, holdHours, catalogue } = deps;
  const requireLoginPassword = loginPasswordCheck({ db, clock });

  /**
   * Sets another password for a user who knows the current one and steps up, ends the user's other sessions and holds
   * withdrawals. Throws `BusinessError`: PASSWORD_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_MISMATCH,
   * PASSWORD_COMMON, PASSWORD_WRONG, RATE_LIMITED, PROOF_REQUIRED, CODE_WRONG.
   */
  return async (user: SessionUser, request: Change): Promise<void> => {
    const { oldPassword, password } = readChange(request);
    const self = await users.findUserById(db, user.id);
    await refuseGuessed(catalogue, password, [self?.email ?? null, self?.phone ?? null]);
    const before = await requireLoginPassword(user, oldPassword);
    const { code, totp } = request;
    const { spend } = await stepUpOrRequire(deps, user, { code, totp }, { isPasswordAsked: true });
    const passwordHash = await hashPassword(password, 'user');
    await db.transaction(async (tx) => {
      const change = { passwordHash, before, holdHours };
      if (!(await users.updatePassword(tx, user.id, change))) throw new BusinessError('PASSWORD_WRONG');
      await spend(tx);
      const at = new Date(clock.nowMs()).toISOString();
      const details = await holdDetails(tx, holdHours);
      await alertUser(tx, { userId: user.id, kind: 'password_changed', sessionId: user.sessionId, details, at });
      await endReset(tx, clock, user.id);
      await sessions.endAll(tx, user.id, user.sessionId);
    });
  };
}

/** Legacy clients compare the repetition themselves and do not send it. */
function readChange({ oldPassword = '', password = '', passwordRepeat = password }: Change) {
  if (oldPassword === '') throw new BusinessError('PASSWORD_REQUIRED');
  const fault = checkPassword(password);
  if (fault !== undefined) throw refusal(fault);
  if (password !== passwordRepeat) throw new BusinessError('PASSWORD_MISMATCH');
  return { oldPassword, password };
}
