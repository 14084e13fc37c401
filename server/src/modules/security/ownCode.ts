/**
 * The code that a user is sent to an address of his own, before something that must not be done with a stolen session
 * alone.
 */
import type { UserId } from '@halyard/contract/ids';
import type { Database, Transaction } from '../../db/database.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { Address } from '../user/addresses.ts';
import type { CodesService } from '../user/codesService.ts';
import { findUserById } from '../user/usersRepository.ts';
import type { StepUpAsker } from './stepUpMethods.ts';

type OwnCodeDeps = { readonly db: Database; readonly codes: CodesService };

/** A code that was found right, and is still to be used up. */
export type OwnCode = { readonly codeId: number };

/**
 * Where a user's own codes go: to his e-mail address, else to his phone. Throws `BusinessError('NOT_LOGGED_IN')` when
 * he is gone.
 */
export async function ownAddressOf(db: Database, userId: UserId): Promise<Address> {
  const user = await findUserById(db, userId);
  if (user?.email != null) return { channel: 'mail', address: user.email };
  if (user?.phone != null) return { channel: 'text', address: user.phone };
  throw new BusinessError('NOT_LOGGED_IN');
}

/** The owner of a code and the session that tries it. */
type Try = { readonly userId: UserId; readonly asker: StepUpAsker; readonly code: string | undefined };

/**
 * Finds a code right; a wrong one costs one of five tries of who makes it. Call it before the transaction of what the
 * code allows, never inside: the try must stay counted when that is rolled back. Throws `BusinessError`: CODE_REQUIRED,
 * CODE_WRONG.
 */
export async function checkOwnCode({ db, codes }: OwnCodeDeps, { userId, asker, code }: Try): Promise<OwnCode> {
  const { address } = await ownAddressOf(db, userId);
  return { codeId: await codes.check({ address, purpose: 'own' }, code ?? '', asker) };
}

/**
 * Uses the code up, in the transaction of what it allows. Throws `BusinessError('CODE_WRONG')` when another request was
 * faster.
 */
export async function spendOwnCode(
  { codes }: Pick<OwnCodeDeps, 'codes'>,
  tx: Transaction,
  { codeId }: OwnCode,
): Promise<void> {
  await codes.use(tx, codeId);
}
