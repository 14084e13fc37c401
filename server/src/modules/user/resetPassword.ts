/** Replacing a forgotten password. */
import type { RequestOf } from '@halyard/contract/call';
import type { resetPassword } from '@halyard/contract/user/calls';
import { isNationalNumberOf } from '@halyard/contract/user/phone';
import type { Caller } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import { endReset } from '../security/factorReset.ts';
import { holdDetails } from '../security/holds.ts';
import type { AccountsDeps } from './accountsDeps.ts';
import { readAddress, type Address } from './addresses.ts';
import type { CodesService } from './codesService.ts';
import { refuseBadInput, refuseGuessed } from './newPassword.ts';
import { hashPassword } from './passwords.ts';
import { alertUser } from './userMail.ts';
import * as users from './usersRepository.ts';

type Reset = RequestOf<typeof resetPassword>;

/**
 * Sets a new password, uses the code up, ends every session and holds withdrawals. Throws `BusinessError`: the codes of
 * addresses and passwords, CODE_*, and those of a second factor, which a mailbox does not replace.
 */
export async function replacePassword(
  { db, clock, codes, sessions, loginGuard, secondFactor, holdHours, catalogue }: AccountsDeps,
  request: Reset,
  caller: Caller,
): Promise<void> {
  const at = await readResetAddress(codes, request, caller);
  refuseBadInput(request);
  await refuseGuessed(catalogue, request.password, [at.address]);
  const codeId = await codes.check({ address: at.address, purpose: 'forget' }, request.code, caller);
  // Only after a correct code, so that strangers cannot learn which accounts have a second factor.
  const owner = await users.findUserByAddress(db, at);
  if (owner !== undefined) await secondFactor.require(owner.id, request, caller);
  const passwordHash = await hashPassword(request.password);
  await db.transaction(async (tx) => {
    await codes.use(tx, codeId);
    const user = await users.findUserByAddress(tx, at);
    if (user === undefined) throw new BusinessError('CODE_WRONG');
    await users.updatePassword(tx, user.id, { passwordHash, holdHours });
    await loginGuard.forget(tx, at.address, caller);
    const now = new Date(clock.nowMs()).toISOString();
    const details = await holdDetails(tx, holdHours);
    await alertUser(tx, { userId: user.id, kind: 'password_changed', details, at: now });
    await endReset(tx, clock, user.id);
    await sessions.endAll(tx, user.id);
  });
}

/**
 * Legacy clients send a phone number without its country here; it is then the number that this caller requested a code
 * for.
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
