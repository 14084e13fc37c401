/** Replacing a forgotten password. */
import type { RequestOf } from '@halyard/contract/call';
import type { resetPassword } from '@halyard/contract/calls/user';
import type { Caller } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { writeSecurityEvent } from '../../events/securityEvents.ts';
import type { AccountsDeps } from './accountsDeps.ts';
import { readAddress, type Address } from './addresses.ts';
import type { CodesService } from './codesService.ts';
import { refuseBadInput } from './newPassword.ts';
import { hashPassword } from './passwords.ts';
import * as users from './usersRepository.ts';

type Reset = RequestOf<typeof resetPassword>;

/**
 * Sets a new password, uses the code up, ends every session and lets withdrawals wait. Throws `BusinessError`: the
 * codes of addresses and passwords, CODE_*.
 */
export async function replacePassword(
  { db, clock, events, codes, sessions, holdUntil }: Omit<AccountsDeps, 'loginGuard'>,
  request: Reset,
  caller: Caller,
): Promise<void> {
  const at = await readResetAddress(codes, request, caller.ip);
  refuseBadInput(request);
  const codeId = await codes.check({ address: at.address, purpose: 'forget' }, request.code);
  const passwordHash = await hashPassword(request.password);
  const announceEnds = await db.transaction(async (tx) => {
    await codes.use(tx, codeId);
    const user = await users.findUserByAddress(tx, at);
    if (user === undefined) throw new BusinessError('CODE_WRONG');
    await users.updatePassword(tx, user.id, { passwordHash, blockedUntil: holdUntil() });
    const now = new Date(clock.nowMs()).toISOString();
    await writeSecurityEvent(tx, { userId: user.id, kind: 'password_changed', at: now });
    return sessions.endAll(tx, user.id);
  });
  announceEnds();
  events.publish({ type: 'events-written' });
}

/**
 * The family's clients send a phone number without its country here; the number is then the one that this caller asked
 * a code for.
 */
async function readResetAddress(codes: CodesService, { address, callingCode }: Reset, ip: string): Promise<Address> {
  const isBareNumber = !address.includes('@') && !address.trim().startsWith('+') && !callingCode;
  const digits = address.replaceAll(/\D/g, '').replace(/^0+/, '');
  if (isBareNumber && digits !== '') {
    const asked = await codes.newestAddress(ip, 'text', 'forget');
    if (asked?.endsWith(digits) === true) return { channel: 'text', address: asked };
  }
  return readAddress({ address, callingCode });
}
