/**
 * The fund password: six digits in front of everything that lets money out. Six digits are guessed quickly, so five
 * wrong ones in a row make the next one of that session wait, and each further one twice as long.
 */
import type { UserId } from '@halyard/contract/ids';
import { checkFundPassword, checkNewFundPassword, FUND_PASSWORD_TRIES } from '@halyard/contract/security/rules';
import type { SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { BusinessError, refusal } from '../../calls/errors.ts';
import { createLoginGuard, type LoginGuard } from '../user/loginGuard.ts';
import { hashPassword, isPassword } from '../user/passwords.ts';
import { alertUser } from '../user/userMail.ts';
import { applyDueReset } from './fundResetJob.ts';
import * as repository from './fundPasswordRepository.ts';
import { endOpenReset } from './fundReset.ts';
import { holdDetails } from './holdDetails.ts';
import { stepUpOrRequire, type GivenStepUp, type StepUpDeps } from './stepUp.ts';
import { logRefusedGuess, type GuessLog } from './refusedGuess.ts';

export type FundPasswordDeps = { readonly db: Database; readonly clock: Clock; readonly log?: GuessLog };

type ReplaceDeps = StepUpDeps & {
  /** How long withdrawals wait after it. */
  readonly holdHours: number;
};

/** A wish for a new fund password, as it came in. */
export type NewFundPassword = GivenStepUp & {
  readonly oldPassword?: string | undefined;
  readonly password?: string | undefined;
  readonly passwordRepeat?: string | undefined;
};

// One for all that ask, so that many right ones at once do not look like guessing.
const guards = new WeakMap<Database, LoginGuard>();

function guardOf(deps: FundPasswordDeps): LoginGuard {
  const known = guards.get(deps.db) ?? createLoginGuard(deps);
  guards.set(deps.db, known);
  return known;
}

/**
 * Lets pass who knows the user's fund password. Call it before the transaction of what it guards, never inside: what it
 * counts must stay when that is rolled back. Throws `BusinessError`: FUND_PASSWORD_UNSET, FUND_PASSWORD_REQUIRED,
 * FUND_PASSWORD_FORMAT, FUND_PASSWORD_WRONG {left}, FUND_PASSWORD_WAIT {seconds}.
 */
export async function requireFundPassword(
  deps: FundPasswordDeps,
  user: SessionUser,
  text: string | undefined,
): Promise<void> {
  await findHash(deps, user, text ?? '');
}

/** Whether the user has one. */
export async function hasFundPassword({ db }: Pick<FundPasswordDeps, 'db'>, userId: UserId): Promise<boolean> {
  return (await repository.readHash(db, userId)) !== null;
}

/**
 * Sets the first one for who proves that he is the owner, or another one for who knows the one before as well. Throws
 * `BusinessError` with the codes that the call documents.
 */
export async function replaceFundPassword(
  deps: ReplaceDeps,
  user: SessionUser,
  { oldPassword, password, passwordRepeat, ...proof }: NewFundPassword,
): Promise<void> {
  const fault = checkNewFundPassword(password ?? '', passwordRepeat ?? '');
  if (fault !== undefined) throw refusal(fault);
  const userId = user.id;
  const isPasswordAsked = await hasFundPassword(deps, userId);
  const { spend } = await stepUpOrRequire(deps, user, proof, { isPasswordAsked });
  const before = isPasswordAsked ? await findHash(deps, user, oldPassword ?? '') : null;
  const after = await hashPassword(password ?? '', 'user');
  const at = new Date(deps.clock.nowMs()).toISOString();
  const isReplaced = await deps.db.transaction(async (tx) => {
    const kind = before === null ? 'fund_password_set' : 'fund_password_changed';
    if (!(await repository.replaceHash(tx, userId, { before, after }))) return false;
    // Who knows the one before has no use of another one that comes later.
    await endOpenReset(tx, userId);
    await spend(tx);
    const event = {
      userId,
      kind,
      sessionId: user.sessionId,
      details: await holdDetails(tx, deps.holdHours),
      at,
    } as const;
    await alertUser(tx, event);
    return true;
  });
  if (isReplaced) return;
  // Another request was faster: what this one knew, or that there was none, is no longer so.
  if (before === null) throw new BusinessError('FUND_PASSWORD_REQUIRED');
  throw new BusinessError('FUND_PASSWORD_WRONG', { left: FUND_PASSWORD_TRIES });
}

/** The hash that a text was found to belong to. */
async function findHash(deps: FundPasswordDeps, user: SessionUser, text: string): Promise<string> {
  const fault = checkFundPassword(text);
  if (fault === undefined) return compare(deps, user, text);
  if (!(await hasFundPassword(deps, user.id))) throw new BusinessError('FUND_PASSWORD_UNSET');
  throw refusal(fault);
}

async function compare(deps: FundPasswordDeps, user: SessionUser, text: string): Promise<string> {
  const { db, clock, log } = deps;
  await applyDueReset({ db, clock }, user.id);
  const look = async () => {
    const hash = await repository.readHash(db, user.id);
    // The same work where none is set, so that the time of the answer does not show it.
    const isRight = await isPassword(text, hash ?? undefined, 'user');
    if (hash === null) throw new BusinessError('FUND_PASSWORD_UNSET');
    return isRight ? hash : undefined;
  };
  const { result, left, waitSeconds } = await guardOf(deps).fund(user, look).catch(throwWait);
  if (result !== undefined) return result;
  if (waitSeconds === 0) throw new BusinessError('FUND_PASSWORD_WRONG', { left });
  logRefusedGuess(log, { event: 'fund_password_refused', account: `user ${user.id}` });
  throw new BusinessError('FUND_PASSWORD_WAIT', { seconds: waitSeconds });
}

/** A wait has a code of its own here. */
function throwWait(error: unknown): never {
  if (!(error instanceof BusinessError) || error.code !== 'RATE_LIMITED') throw error;
  throw new BusinessError('FUND_PASSWORD_WAIT', error.params);
}
