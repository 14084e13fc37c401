/** Replacing a forgotten password. */
import type { RequestOf } from '@halyard/contract/call';
import type { resetPassword } from '@halyard/contract/calls/user';
import { isNationalNumberOf } from '@halyard/contract/rules/phone';
import type { Caller } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { AccountsDeps } from './accountsDeps.ts';
import { readAddress, type Address } from './addresses.ts';
import type { CodesService } from './codesService.ts';
import { refuseBadInput } from './newPassword.ts';
import { hashPassword } from './passwords.ts';
import { alertUser } from './userMail.ts';
import * as users from './usersRepository.ts';

type Reset = RequestOf<typeof resetPassword>;

/**
 * Sets a new password, uses the code up, ends every session and lets withdrawals wait. Throws `BusinessError`: the
 * codes of addresses and passwords, CODE_*.
 */
export async function replacePassword(
  { db, clock, events, codes, sessions, loginGuard, holdUntil }: AccountsDeps,
  request: Reset,
  caller: Caller,
): Promise<void> {
  const at = await readResetAddress(codes, request, caller);
  refuseBadInput(request);
  const codeId = await codes.check({ address: at.address, purpose: 'forget' }, request.code, caller);
  const passwordHash = await hashPassword(request.password);
  const announceEnds = await db.transaction(async (tx) => {
    await codes.use(tx, codeId);
    const user = await users.findUserByAddress(tx, at);
    if (user === undefined) throw new BusinessError('CODE_WRONG');
    await users.updatePassword(tx, user.id, { passwordHash, blockedUntil: holdUntil() });
    await loginGuard.forget(tx, at.address, caller);
    const now = new Date(clock.nowMs()).toISOString();
    await alertUser(tx, { userId: user.id, kind: 'password_changed', at: now });
    return sessions.endAll(tx, user.id);
  });
  announceEnds?.();
  events.publish({ type: 'events-written' });
}

/**
 * The family's clients send a phone number without its country here; the number is then the one that this caller asked
 * a code for.
 */
async function readResetAddress(
  codes: CodesService,
  { address, callingCode }: Reset,
  caller: Caller,
): Promise<Address> {
  const isBareNumber = !address.includes('@') && !address.trim().startsWith('+') && !callingCode;
  if (isBareNumber) {
    const asked = await codes.newestAddress(caller, 'text', 'forget');
    if (asked !== undefined && isNationalNumberOf(asked, address)) return { channel: 'text', address: asked };
  }
  return readAddress({ address, callingCode });
}
