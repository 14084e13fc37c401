/**
 * The fund password: six digits in front of everything that lets money out. Six digits are guessed quickly, so five
 * wrong ones in a row make the next one wait, and each further one twice as long.
 */
import type { UserId } from '@halyard/contract/calls/ids';
import { checkFundPassword, checkNewFundPassword, FUND_PASSWORD_TRIES } from '@halyard/contract/rules/fundPassword';
import type { SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { BusinessError, refusal } from '../../calls/errors.ts';
import { hashPassword, isPassword } from '../user/passwords.ts';
import { alertUser } from '../user/userMail.ts';
import { applyDueReset } from './dueFundReset.ts';
import * as repository from './fundPasswordRepository.ts';
import { endOpenReset } from './fundReset.ts';
import { holdDetails } from './holdDetails.ts';
import { createOneAtATime } from './oneAtATime.ts';
import { proveOrRequire, type GivenProof, type ProveDeps } from './proveOwner.ts';
import { logRefusedGuess, type GuessLog } from './refusedGuess.ts';

export type FundPasswordDeps = { readonly db: Database; readonly clock: Clock; readonly log?: GuessLog };

type ReplaceDeps = ProveDeps & {
  /** How long withdrawals wait after it. */
  readonly holdHours: number;
};

/** A wish for a new fund password, as it came in. */
export type NewFundPassword = GivenProof & {
  readonly oldPassword?: string | undefined;
  readonly password?: string | undefined;
  readonly passwordRepeat?: string | undefined;
};

// A try counts as wrong until it is known to be right. One after the other, so that many right ones at once do not look
// like guessing.
const inTurn = createOneAtATime<UserId>();

/**
 * Lets pass who knows the user's fund password. Call it before the transaction of what it guards, never inside: what it
 * counts must stay when that is rolled back. Throws `BusinessError`: FUND_PASSWORD_UNSET, FUND_PASSWORD_REQUIRED,
 * FUND_PASSWORD_FORMAT, FUND_PASSWORD_WRONG {left}, FUND_PASSWORD_WAIT {seconds}.
 */
export async function requireFundPassword(
  deps: FundPasswordDeps,
  userId: UserId,
  text: string | undefined,
): Promise<void> {
  await findHash(deps, userId, text ?? '');
}

/** Whether the user has one. */
export async function hasFundPassword({ db, clock }: FundPasswordDeps, userId: UserId): Promise<boolean> {
  return (await repository.readFundPassword(db, userId, clock.nowMs())).isSet;
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
  const { spend } = await proveOrRequire(deps, user, proof, { isPasswordAsked });
  const before = isPasswordAsked ? await findHash(deps, userId, oldPassword ?? '') : null;
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
async function findHash(deps: FundPasswordDeps, userId: UserId, text: string): Promise<string> {
  const fault = checkFundPassword(text);
  if (fault === undefined) return inTurn(userId, () => compare(deps, userId, text));
  if (!(await hasFundPassword(deps, userId))) throw new BusinessError('FUND_PASSWORD_UNSET');
  throw refusal(fault);
}

async function compare(deps: FundPasswordDeps, userId: UserId, text: string): Promise<string> {
  const { db, clock } = deps;
  await applyDueReset({ db, clock }, userId);
  const look = await repository.takeLook(db, userId, clock.nowMs());
  if (look === undefined) return refuseLook(deps, userId, text);
  if (await isRight(db, userId, { text, look })) {
    await repository.forgetFailures(db, userId);
    return look.hash;
  }
  const left = FUND_PASSWORD_TRIES - look.failures;
  if (left > 0) throw new BusinessError('FUND_PASSWORD_WRONG', { left });
  throw await waitError(deps, userId);
}

async function isRight(
  db: Database,
  userId: UserId,
  { text, look }: { readonly text: string; readonly look: repository.Look },
): Promise<boolean> {
  try {
    return await isPassword(text, look.hash, 'user');
  } catch (error) {
    // Too many wait: nobody knows whether it was a wrong one.
    await repository.takeLookBack(db, userId, look);
    throw error;
  }
}

async function refuseLook(deps: FundPasswordDeps, userId: UserId, text: string): Promise<never> {
  if (await hasFundPassword(deps, userId)) throw await waitError(deps, userId);
  // The same work as with one, so that time tells nothing.
  await isPassword(text, undefined, 'user');
  throw new BusinessError('FUND_PASSWORD_UNSET');
}

async function waitError({ db, clock, log }: FundPasswordDeps, userId: UserId): Promise<BusinessError> {
  logRefusedGuess(log, { event: 'fund_password_refused', account: `user ${userId}` });
  const { waitMs } = await repository.readFundPassword(db, userId, clock.nowMs());
  return new BusinessError('FUND_PASSWORD_WAIT', { seconds: Math.max(Math.ceil(waitMs / 1000), 1) });
}
