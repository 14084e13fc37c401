/** Opening an account. */
import { randomInt } from 'node:crypto';
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { registerUser } from '@halyard/contract/user/calls';
import { languageOf } from '@halyard/contract/languages';
import { requireServedCountry } from '../../countries/countryRules.ts';
import type { Caller } from '../../calls/callHandler.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { AccountsDeps } from './accountsDeps.ts';
import { readAddress } from './addresses.ts';
import { refuseBadInput, refuseGuessed } from './newPassword.ts';
import { hashPassword } from './passwords.ts';
import * as users from './usersRepository.ts';

type Registration = RequestOf<typeof registerUser>;
type NewAccount = Omit<Parameters<typeof users.insertUser>[1], 'invitationCode'>;

// Invitation codes are short enough to be read out on the phone, and have no 0, O, 1, I and L, which are easily
// confused.
const INVITATION_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const INVITATION_LENGTH = 8;
// Two codes of eight characters are equal about once in 10^12 tries; more than a few in a row means another fault.
const INVITATION_ATTEMPTS = 5;

/**
 * Opens an account and uses the code up. Throws `BusinessError`: the codes of addresses and passwords, CODE_*,
 * COUNTRY_REQUIRED, COUNTRY_NOT_SERVED, INVITATION_CODE_INVALID, ACCOUNT_EXISTS.
 */
export async function registerAccount(
  { db, codes, catalogue }: Pick<AccountsDeps, 'db' | 'codes' | 'catalogue'>,
  request: Registration,
  caller: Caller,
): Promise<void> {
  const at = readAddress(request);
  refuseBadInput(request);
  await refuseGuessed(catalogue, request.password, [at.address]);
  // Only the owner of the address gets beyond this line, so the following errors reveal nothing to strangers.
  const codeId = await codes.check({ address: at.address, purpose: 'register' }, request.code, caller);
  const phone = at.channel === 'text' ? at.address : undefined;
  const country = await requireServedCountry(catalogue, { declared: request.country, phone });
  const invitedBy = await readInviter(db, request.invitationCode);
  const passwordHash = await hashPassword(request.password);
  const language = request.language === undefined ? caller.language : languageOf(request.language);
  await db.transaction(async (tx) => {
    await codes.use(tx, codeId);
    await insertAccount(tx, { at, passwordHash, language, invitedBy, country });
  });
}

async function readInviter(db: Database, written: string | undefined): Promise<UserId | undefined> {
  const invitationCode = readInvitationCode(written ?? '');
  if (invitationCode === '') return undefined;
  const inviter = await users.findUserByInvitation(db, invitationCode);
  if (inviter === undefined) throw new BusinessError('INVITATION_CODE_INVALID');
  return inviter.id;
}

async function insertAccount(tx: Transaction, account: NewAccount): Promise<void> {
  for (let attempt = 0; attempt < INVITATION_ATTEMPTS; attempt += 1) {
    const id = await users.insertUser(tx, { ...account, invitationCode: makeInvitationCode() });
    if (id !== undefined) return;
    if ((await users.findUserByAddress(tx, account.at)) !== undefined) throw new BusinessError('ACCOUNT_EXISTS');
  }
  throw new Error('no free invitation code was found');
}

function makeInvitationCode(): string {
  const letter = () => INVITATION_ALPHABET.charAt(randomInt(INVITATION_ALPHABET.length));
  return Array.from({ length: INVITATION_LENGTH }, letter).join('');
}

/** A code as typed, in its stored form. */
function readInvitationCode(written: string): string {
  return written.trim().toUpperCase();
}
