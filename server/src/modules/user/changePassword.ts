/** Changing the login password while logged in. */
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/calls/ids';
import type { changePassword } from '@halyard/contract/calls/security';
import { checkPassword } from '@halyard/contract/rules/account';
import type { SessionUser } from '../../calls/callHandler.ts';
import { BusinessError, refusal } from '../../calls/errors.ts';
import { writeSecurityEvent } from '../../events/securityEvents.ts';
import { createOneAtATime } from '../security/oneAtATime.ts';
import type { AccountsDeps } from './accountsDeps.ts';
import { createLoginGuard } from './loginGuard.ts';
import { hashPassword, isPassword } from './passwords.ts';
import * as users from './usersRepository.ts';

type Change = RequestOf<typeof changePassword>;

/** Makes the changes of a database. */
export function createPasswordChange({ db, clock, events, sessions, holdUntil }: AccountsDeps) {
  // Whoever sits at somebody else's phone may guess here what he may not at login.
  const guard = createLoginGuard(clock);
  const inTurn = createOneAtATime<UserId>();

  /**
   * Sets another password for who knows the one before, ends the user's other sessions and lets withdrawals wait.
   * Throws `BusinessError`: PASSWORD_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_MISMATCH,
   * PASSWORD_WRONG, RATE_LIMITED.
   */
  return async (user: SessionUser, request: Change): Promise<void> => {
    const { oldPassword, password } = readChange(request);
    // One after the other, so that each guess is counted before the next one is looked at.
    const before = await inTurn(user.id, () => prove(user.id, oldPassword));
    const passwordHash = await hashPassword(password);
    const announceEnds = await db.transaction(async (tx) => {
      const change = { passwordHash, before, blockedUntil: holdUntil() };
      if (!(await users.updatePassword(tx, user.id, change))) throw new BusinessError('PASSWORD_WRONG');
      const at = new Date(clock.nowMs()).toISOString();
      await writeSecurityEvent(tx, { userId: user.id, kind: 'password_changed', at });
      return sessions.endAll(tx, user.id, user.sessionId);
    });
    announceEnds();
    events.publish({ type: 'events-written' });
  };

  /** The hash that the password was found to belong to. */
  async function prove(id: UserId, password: string): Promise<string> {
    const account = `user ${id}`;
    guard.refuseWhileWaiting(account, '');
    const user = await users.findUserById(db, id);
    if (!(await isPassword(password, user?.passwordHash)) || user === undefined) {
      guard.noteFailure(account, '');
      throw new BusinessError('PASSWORD_WRONG');
    }
    guard.noteSuccess(account, '');
    return user.passwordHash;
  }
}

/** The family's clients compare the repetition themselves and do not send it. */
function readChange({ oldPassword = '', password = '', passwordRepeat = password }: Change) {
  if (oldPassword === '') throw new BusinessError('PASSWORD_REQUIRED');
  const fault = checkPassword(password);
  if (fault !== undefined) throw refusal(fault);
  if (password !== passwordRepeat) throw new BusinessError('PASSWORD_MISMATCH');
  return { oldPassword, password };
}
