/** One place that decides whether somebody is the owner: by what comes with a call, or by the proof of his session. */
import type { StepUpMethodName } from '@halyard/contract/security/stepUpCalls';
import type { UserId } from '@halyard/contract/ids';
import type { SessionUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import type { CodesService } from '../user/codesService.ts';
import { loginPasswordCheck } from './loginPassword.ts';
import { checkOwnCode, spendOwnCode } from './ownCode.ts';
import { methodsOf, type StepUpMethod } from './stepUpMethods.ts';
import { requireStepUp } from './proofs.ts';

export type StepUpDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'publish'>;
  readonly codes: CodesService;
  readonly stepUpMethods: readonly StepUpMethod[];
};

/** What somebody proves himself with, as it came in. */
export type GivenStepUp = {
  readonly loginPassword?: string | undefined;
  readonly code?: string | undefined;
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: string | undefined;
};

/** A proof that was found right. */
export type FoundStepUp = {
  readonly by: StepUpMethodName;
  /** Uses up what is good once, in the transaction of what it allows. Throws `BusinessError('CODE_WRONG')`. */
  spend(tx: Transaction): Promise<void>;
};

type Second = { readonly by: StepUpMethodName; check(): Promise<FoundStepUp> };

/**
 * Finds a whole proof right. Call it before the transaction of what it allows, never inside: wrong ones stay counted
 * when that is rolled back. Throws `BusinessError`: PASSWORD_REQUIRED, PASSWORD_WRONG, RATE_LIMITED {seconds},
 * CODE_REQUIRED, CODE_WRONG.
 */
export async function checkStepUp(deps: StepUpDeps, user: SessionUser, given: GivenStepUp): Promise<FoundStepUp> {
  const second = await secondOf(deps, user, given);
  if (second?.by !== 'passkey') await loginPasswordCheck(deps)(user, given.loginPassword);
  if (second === undefined) throw new BusinessError('CODE_REQUIRED');
  return second.check();
}

/**
 * Lets pass who proves himself with the call, as clients that know nothing of proofs do, or whose session is proved.
 * With `isPasswordAsked` the call asks for a password itself, so that the second thing is all that is missing. Throws
 * `BusinessError`: PROOF_REQUIRED, and what {@link checkStepUp} throws of what came along.
 */
export async function stepUpOrRequire(
  deps: StepUpDeps,
  user: SessionUser,
  given: GivenStepUp,
  { isPasswordAsked = false }: { readonly isPasswordAsked?: boolean } = {},
): Promise<Pick<FoundStepUp, 'spend'>> {
  const second = await secondOf(deps, user, given);
  const isWhole = second?.by === 'passkey' || isPasswordAsked || isFilled(given.loginPassword);
  if (second !== undefined && isWhole) {
    if (!isPasswordAsked && second.by !== 'passkey') await loginPasswordCheck(deps)(user, given.loginPassword);
    return second.check();
  }
  await requireStepUp(deps.db, user);
  return { spend: () => Promise.resolve() };
}

/** By what a user proves himself: a code that is sent is good only while he has nothing better. */
export async function stepUpMethodsOf(
  { db, stepUpMethods }: Pick<StepUpDeps, 'db' | 'stepUpMethods'>,
  userId: UserId,
): Promise<readonly StepUpMethodName[]> {
  const on = await methodsOf(stepUpMethods, db, userId);
  return on.length === 0 ? ['password_code'] : on.map(({ name }) => name);
}

/** The second thing that came along, of those that this user may use. */
async function secondOf(deps: StepUpDeps, user: SessionUser, given: GivenStepUp): Promise<Second | undefined> {
  const on = await methodsOf(deps.stepUpMethods, deps.db, user.id);
  if (on.length === 0) return isFilled(given.code) ? sentCode(deps, user, given.code) : undefined;
  const inputs = { passkey: given.passkey, totp: given.totp, recovery: given.recoveryCode };
  const method = on.find(({ name }) => isFilled(inputs[name]));
  return method && { by: method.name, check: () => checkWith(method, user, inputs[method.name] ?? '') };
}

function sentCode(deps: StepUpDeps, user: SessionUser, code: string | undefined): Second {
  const by = 'password_code';
  return {
    by,
    async check() {
      const found = await checkOwnCode(deps, { userId: user.id, asker: user, code });
      return { by, spend: (tx) => spendOwnCode(deps, tx, found) };
    },
  };
}

async function checkWith(method: StepUpMethod, user: SessionUser, input: string): Promise<FoundStepUp> {
  await method.check(user.id, input, user);
  // It was used up when it was looked at.
  return { by: method.name, spend: () => Promise.resolve() };
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}
