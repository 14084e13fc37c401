/** Ownership check of a caller: by factors sent with the call, or by the step-up of the session. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { StepUpMethodName } from '@halyard/contract/security/stepUpCalls';
import { BusinessError, type SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { EventBus } from '../../events/events.ts';
import type { CodesService } from '../user/codesService.ts';
import { createLoginGuard } from '../user/loginGuard.ts';
import { isPassword } from '../user/passwords.ts';
import { alertUser } from '../user/userMail.ts';
import { findUserById, type Address } from '../user/usersRepository.ts';
import type { GuessLog } from './guessing.ts';
import { methodsOf, requireStepUp, SPENT, type Spend, type StepUpAsker, type StepUpMethod } from './sessionStepUp.ts';

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
type FoundStepUp = { readonly by: StepUpMethodName; readonly spend: Spend };

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
  return { spend: SPENT };
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
  return { by: method.name, spend: await method.check(user.id, input, user) };
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

// Codes sent to the user's own address, for actions that a stolen session alone must not allow.

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

// Check of the login password inside a session, for which wrong tries are limited apart from those at login.

type LoginPasswordDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log?: GuessLog;
};

/** Resolves to the hash that matched. */
type RequireLoginPassword = (user: SessionUser, password: string | undefined) => Promise<string>;

/** Minimum time between two notifications, so that typing errors do not cause one each. */
const NOTIFY_EVERY_MS = 24 * 3_600_000;

// One check for all callers of a database, so that many correct tries at the same time do not look like guessing.
const checks = new WeakMap<Database, RequireLoginPassword>();

/**
 * The check of a database. A wrong password is reported to the owner. Throws `BusinessError`: PASSWORD_REQUIRED,
 * PASSWORD_WRONG, RATE_LIMITED {seconds}. Call it before the guarded transaction.
 */
export function loginPasswordCheck(deps: LoginPasswordDeps): RequireLoginPassword {
  const check = checks.get(deps.db) ?? createCheck(deps);
  checks.set(deps.db, check);
  return check;
}

function createCheck(deps: LoginPasswordDeps): RequireLoginPassword {
  const guard = createLoginGuard(deps);
  return async (user, password = '') => {
    const userId = user.id;
    if (password === '') throw new BusinessError('PASSWORD_REQUIRED');
    const hash = await guard.prove(user, async () => {
      const found = await findUserById(deps.db, userId);
      return (await isPassword(password, found?.passwordHash, 'user')) ? found?.passwordHash : undefined;
    });
    if (hash !== undefined) return hash;
    await notifyOwner(deps, userId);
    throw new BusinessError('PASSWORD_WRONG');
  };
}

async function notifyOwner({ db, clock }: LoginPasswordDeps, userId: UserId): Promise<void> {
  const nowMs = clock.nowMs();
  const since = new Date(nowMs - NOTIFY_EVERY_MS).toISOString();
  const event = { userId, kind: 'owner_check_failed', at: new Date(nowMs).toISOString() } as const;
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const before = await rowsOf(
      tx,
      sql`select 1 as notified from user_events where user_id = ${userId} and category = 'security' and at > ${since}
        and facts ->> 'kind' = ${event.kind} limit 1`,
    );
    if (before.length === 0) await alertUser(tx, event);
  });
}
