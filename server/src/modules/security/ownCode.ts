/** Codes sent to the user's own address, for actions that a stolen session alone must not allow. */
import type { UserId } from '@halyard/contract/ids';
import { BusinessError } from '../../calls/callHandler.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Address } from '../user/addresses.ts';
import type { CodesService } from '../user/codesService.ts';
import { findUserById } from '../user/usersRepository.ts';
import type { StepUpAsker } from './stepUpMethods.ts';

type OwnCodeDeps = { readonly db: Database; readonly codes: CodesService };

/** A code that was checked but not yet used up. */
type OwnCode = { readonly codeId: number };

/**
 * The address that receives a user's own codes: e-mail, else phone. Throws `BusinessError('NOT_LOGGED_IN')` when the
 * user does not exist.
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
 * Checks a code; a wrong one costs the caller one of five tries. Call it before the guarded transaction, never inside:
 * the try must stay counted after a rollback. Throws `BusinessError`: CODE_REQUIRED, CODE_WRONG.
 */
export async function checkOwnCode({ db, codes }: OwnCodeDeps, { userId, asker, code }: Try): Promise<OwnCode> {
  const { address } = await ownAddressOf(db, userId);
  return { codeId: await codes.check({ address, purpose: 'own' }, code ?? '', asker) };
}

/**
 * Uses the code up, in the transaction that it allows. Throws `BusinessError('CODE_WRONG')` when another request used
 * it first.
 */
export async function spendOwnCode(
  { codes }: Pick<OwnCodeDeps, 'codes'>,
  tx: Transaction,
  { codeId }: OwnCode,
): Promise<void> {
  await codes.use(tx, codeId);
}
