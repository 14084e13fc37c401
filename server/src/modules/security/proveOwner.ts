/** One place that decides whether somebody is the owner: by what comes with a call, or by the proof of his session. */
import type { ProofMethodName } from '@halyard/contract/calls/proof';
import type { UserId } from '@halyard/contract/calls/ids';
import type { SessionUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import type { CodesService } from '../user/codesService.ts';
import { loginPasswordCheck } from './loginPassword.ts';
import { checkOwnCode, spendOwnCode } from './ownCode.ts';
import { methodsOf, type ProofMethod } from './proofMethods.ts';
import { requireProof } from './proofs.ts';

export type ProveDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'publish'>;
  readonly codes: CodesService;
  readonly proofMethods: readonly ProofMethod[];
};

/** What somebody proves himself with, as it came in. */
export type GivenProof = {
  readonly loginPassword?: string | undefined;
  readonly code?: string | undefined;
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: string | undefined;
};

/** A proof that was found right. */
export type FoundProof = {
  readonly by: ProofMethodName;
  /** Uses up what is good once, in the transaction of what it allows. Throws `BusinessError('CODE_WRONG')`. */
  spend(tx: Transaction): Promise<void>;
};

type Second = { readonly by: ProofMethodName; check(): Promise<FoundProof> };

/**
 * Finds a whole proof right. Call it before the transaction of what it allows, never inside: wrong ones stay counted
 * when that is rolled back. Throws `BusinessError`: PASSWORD_REQUIRED, PASSWORD_WRONG, RATE_LIMITED {seconds},
 * CODE_REQUIRED, CODE_WRONG.
 */
export async function checkProof(deps: ProveDeps, user: SessionUser, given: GivenProof): Promise<FoundProof> {
  const second = await secondOf(deps, user, given);
  if (second?.by !== 'passkey') await loginPasswordCheck(deps)(user, given.loginPassword);
  if (second === undefined) throw new BusinessError('CODE_REQUIRED');
  return second.check();
}

/**
 * Lets pass who proves himself with the call, as clients that know nothing of proofs do, or whose session is proved.
 * With `isPasswordAsked` the call asks for a password itself, so that the second thing is all that is missing. Throws
 * `BusinessError`: PROOF_REQUIRED, and what {@link checkProof} throws of what came along.
 */
export async function proveOrRequire(
  deps: ProveDeps,
  user: SessionUser,
  given: GivenProof,
  { isPasswordAsked = false }: { readonly isPasswordAsked?: boolean } = {},
): Promise<Pick<FoundProof, 'spend'>> {
  const second = await secondOf(deps, user, given);
  const isWhole = second?.by === 'passkey' || isPasswordAsked || isFilled(given.loginPassword);
  if (second !== undefined && isWhole) {
    if (!isPasswordAsked && second.by !== 'passkey') await loginPasswordCheck(deps)(user, given.loginPassword);
    return second.check();
  }
  await requireProof(deps.db, user);
  return { spend: () => Promise.resolve() };
}

/** By what a user proves himself: a code that is sent is good only while he has nothing better. */
export async function proofMethodsOf(
  { db, proofMethods }: Pick<ProveDeps, 'db' | 'proofMethods'>,
  userId: UserId,
): Promise<readonly ProofMethodName[]> {
  const on = await methodsOf(proofMethods, db, userId);
  return on.length === 0 ? ['password_code'] : on.map(({ name }) => name);
}

/** The second thing that came along, of those that this user may use. */
async function secondOf(deps: ProveDeps, user: SessionUser, given: GivenProof): Promise<Second | undefined> {
  const on = await methodsOf(deps.proofMethods, deps.db, user.id);
  if (on.length === 0) return isFilled(given.code) ? sentCode(deps, user, given.code) : undefined;
  const inputs = { passkey: given.passkey, totp: given.totp, recovery: given.recoveryCode };
  const method = on.find(({ name }) => isFilled(inputs[name]));
  return method && { by: method.name, check: () => checkWith(method, user, inputs[method.name] ?? '') };
}

function sentCode(deps: ProveDeps, user: SessionUser, code: string | undefined): Second {
  const by = 'password_code';
  return {
    by,
    async check() {
      const found = await checkOwnCode(deps, { userId: user.id, asker: user, code });
      return { by, spend: (tx) => spendOwnCode(deps, tx, found) };
    },
  };
}

async function checkWith(method: ProofMethod, user: SessionUser, input: string): Promise<FoundProof> {
  await method.check(user.id, input, user);
  // It was used up when it was looked at.
  return { by: method.name, spend: () => Promise.resolve() };
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}
