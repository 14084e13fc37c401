/** Changing the login password while logged in. */
import type { RequestOf } from '@halyard/contract/call';
import type { changePassword } from '@halyard/contract/calls/security';
import { checkPassword } from '@halyard/contract/rules/account';
import type { SessionUser } from '../../calls/callHandler.ts';
import { BusinessError, refusal } from '../../calls/errors.ts';
import { loginPasswordCheck } from '../security/loginPassword.ts';
import type { AccountsDeps } from './accountsDeps.ts';
import { hashPassword } from './passwords.ts';
import { alertUser } from './userMail.ts';
import * as users from './usersRepository.ts';

type Change = RequestOf<typeof changePassword>;

/** Makes the changes of a database. */
export function createPasswordChange({ db, clock, events, sessions, holdUntil }: AccountsDeps) {
  const requireLoginPassword = loginPasswordCheck({ db, clock, events });

  /**
   * Sets another password for who knows the one before, ends the user's other sessions and lets withdrawals wait.
   * Throws `BusinessError`: PASSWORD_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_MISMATCH,
   * PASSWORD_WRONG, RATE_LIMITED.
   */
  return async (user: SessionUser, request: Change): Promise<void> => {
    const { oldPassword, password } = readChange(request);
    const before = await requireLoginPassword(user.id, oldPassword);
    const passwordHash = await hashPassword(password, 'user');
    const announceEnds = await db.transaction(async (tx) => {
      const change = { passwordHash, before, blockedUntil: holdUntil() };
      if (!(await users.updatePassword(tx, user.id, change))) throw new BusinessError('PASSWORD_WRONG');
      const at = new Date(clock.nowMs()).toISOString();
      await alertUser(tx, { userId: user.id, kind: 'password_changed', at });
      return sessions.endAll(tx, user.id, user.sessionId);
    });
    announceEnds?.();
    events.publish({ type: 'events-written' });
  };
}

/** The family's clients compare the repetition themselves and do not send it. */
function readChange({ oldPassword = '', password = '', passwordRepeat = password }: Change) {
  if (oldPassword === '') throw new BusinessError('PASSWORD_REQUIRED');
  const fault = checkPassword(password);
  if (fault !== undefined) throw refusal(fault);
  if (password !== passwordRepeat) throw new BusinessError('PASSWORD_MISMATCH');
  return { oldPassword, password };
}
