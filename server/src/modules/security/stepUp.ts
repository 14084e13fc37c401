/** Ownership check of a caller: by factors sent with the call, or by the step-up of the session. */
import type { StepUpMethodName } from '@halyard/contract/security/stepUpCalls';
import type { UserId } from '@halyard/contract/ids';
import { BusinessError, type SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import type { CodesService } from '../user/codesService.ts';
import { loginPasswordCheck } from './loginPassword.ts';
import { checkOwnCode, spendOwnCode } from './ownCode.ts';
import { methodsOf, type StepUpMethod } from './stepUpMethods.ts';
import { requireStepUp } from './sessionStepUp.ts';

export type StepUpDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'publish'>;
  readonly codes: CodesService;
  readonly stepUpMethods: readonly StepUpMethod[];
};

/** Factors sent with a call. */
export type GivenStepUp = {
  readonly loginPassword?: string | undefined;
  readonly code?: string | undefined;
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
  readonly passkey?: string | undefined;
};

/** A step-up that was found right. */
type FoundStepUp = {
  readonly by: StepUpMethodName;
  /** Uses up a factor that is valid once, in the transaction that it allows. Throws `BusinessError('CODE_WRONG')`. */
  spend(tx: Transaction): Promise<void>;
};

type Second = { readonly by: StepUpMethodName; check(): Promise<FoundStepUp> };

/**
 * Checks a complete step-up. Call it before the guarded transaction, never inside: wrong tries stay counted after a
 * rollback. Throws `BusinessError`: PASSWORD_REQUIRED, PASSWORD_WRONG, RATE_LIMITED {seconds}, CODE_REQUIRED,
 * CODE_WRONG.
 */
export async function checkStepUp(deps: StepUpDeps, user: SessionUser, given: GivenStepUp): Promise<FoundStepUp> {
  const second = await secondOf(deps, user, given);
  if (second?.by !== 'passkey') await loginPasswordCheck(deps)(user, given.loginPassword);
  if (second === undefined) throw new BusinessError('CODE_REQUIRED');
  return second.check();
}

/**
 * Accepts factors sent with the call, as clients without step-up send them, or a session with a step-up. With
 * `isPasswordAsked` the call checks a password itself, so that only the second factor is needed. Throws
 * `BusinessError`: PROOF_REQUIRED, and the errors of {@link checkStepUp} for the factors that were sent.
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

/** A user's step-up methods: a code by mail or text counts only while the user has no other factor. */
export async function stepUpMethodsOf(
  { db, stepUpMethods }: Pick<StepUpDeps, 'db' | 'stepUpMethods'>,
  userId: UserId,
): Promise<readonly StepUpMethodName[]> {
  const on = await methodsOf(stepUpMethods, db, userId);
  return on.length === 0 ? ['password_code'] : on.map(({ name }) => name);
}

/** The second factor sent with a call, among those that this user may use. */
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
  // The check used it up already.
  return { by: method.name, spend: () => Promise.resolve() };
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}
