/**
 * What the owner of an account has and a stolen session has not: the login password, and a code sent to his address.
 */
import type { UserId } from '@halyard/contract/calls/ids';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import type { CodesService } from '../user/codesService.ts';
import { loginPasswordCheck } from './loginPassword.ts';
import { checkOwnCode, type OwnCode } from './ownCode.ts';

type ProofDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'publish'>;
  readonly codes: CodesService;
};

/** Both, as they came in. */
export type OwnerProof = { readonly loginPassword?: string | undefined; readonly code?: string | undefined };

/**
 * Finds both right; `spendOwnCode` then uses the code up. Call it before the transaction of what they allow, never
 * inside: wrong ones stay counted when that is rolled back. Throws `BusinessError`: PASSWORD_REQUIRED, PASSWORD_WRONG,
 * RATE_LIMITED {seconds}, CODE_REQUIRED, CODE_WRONG.
 */
export async function checkOwner(
  deps: ProofDeps,
  userId: UserId,
  { loginPassword, code }: OwnerProof,
): Promise<OwnCode> {
  await loginPasswordCheck(deps)(userId, loginPassword);
  return checkOwnCode(deps, userId, code);
}
