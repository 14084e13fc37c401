/**
 * The fund password: six digits that guard every withdrawal of money. Six digits are guessed quickly, so after five
 * wrong tries in a row a session waits, twice as long after each further one.
 */
import type { UserId } from '@halyard/contract/ids';
import { checkFundPassword, checkNewFundPassword, FUND_PASSWORD_TRIES } from '@halyard/contract/security/rules';
import { BusinessError, refusal, type SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { createLoginGuard, forgetFundTries, type LoginGuard } from '../user/loginGuard.ts';
import { hashPassword, isPassword } from '../user/passwords.ts';
import { alertUser } from '../user/userMail.ts';
import { applyDueReset, endOpenReset } from './fundReset.ts';
import { holdDetails } from './holds.ts';
import { stepUpOrRequire, type GivenStepUp, type StepUpDeps } from './stepUp.ts';
import { logRefusedGuess, type GuessLog } from './guessing.ts';
import { sql } from 'drizzle-orm';

type FundPasswordDeps = { readonly db: Database; readonly clock: Clock; readonly log?: GuessLog };

type ReplaceDeps = StepUpDeps & {
  /** Hours that withdrawals are held after a change. */
  readonly holdHours: number;
};

/** Request for a new fund password. */
type NewFundPassword = GivenStepUp & {
  readonly oldPassword?: string | undefined;
  readonly password?: string | undefined;
  readonly passwordRepeat?: string | undefined;
};

// One guard for all callers of a database, so that many correct tries at the same time do not look like guessing.
const guards = new WeakMap<Database, LoginGuard>();

function guardOf(deps: FundPasswordDeps): LoginGuard {
  const guard = guards.get(deps.db) ?? createLoginGuard(deps);
  guards.set(deps.db, guard);
  return guard;
}

/**
 * Requires the user's fund password. Call it before the guarded transaction, never inside: the count of tries must
 * survive a rollback. Throws `BusinessError`: FUND_PASSWORD_UNSET, FUND_PASSWORD_REQUIRED, FUND_PASSWORD_FORMAT,
 * FUND_PASSWORD_WRONG {left}, FUND_PASSWORD_WAIT {seconds}.
 */
export async function requireFundPassword(
  deps: FundPasswordDeps,
  user: SessionUser,
  text: string | undefined,
): Promise<void> {
  await findHash(deps, user, text ?? '');
}

/** Whether the user has a fund password. */
export async function hasFundPassword({ db }: Pick<FundPasswordDeps, 'db'>, userId: UserId): Promise<boolean> {
  return (await readHash(db, userId)) !== null;
}

/**
 * Sets the first fund password after a step-up, or changes it for a user who also knows the current one. Throws
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
    if (!(await replaceHash(tx, userId, { before, after }))) return false;
    // The user knows the current password, so a pending reset is not needed.
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
  // Another request changed the password first.
  if (before === null) throw new BusinessError('FUND_PASSWORD_REQUIRED');
  throw new BusinessError('FUND_PASSWORD_WRONG', { left: FUND_PASSWORD_TRIES });
}

/** The hash that matches a text. */
async function findHash(deps: FundPasswordDeps, user: SessionUser, text: string): Promise<string> {
  const fault = checkFundPassword(text);
  if (fault === undefined) return compare(deps, user, text);
  if (!(await hasFundPassword(deps, user.id))) throw new BusinessError('FUND_PASSWORD_UNSET');
  throw refusal(fault);
}

async function compare(deps: FundPasswordDeps, user: SessionUser, text: string): Promise<string> {
  const { db, clock, log } = deps;
  await applyDueReset({ db, clock }, user.id);
  const check = async () => {
    const hash = await readHash(db, user.id);
    // Hash also when none is set, so that the response time does not reveal it.
    const isRight = await isPassword(text, hash ?? undefined, 'user');
    if (hash === null) throw new BusinessError('FUND_PASSWORD_UNSET');
    return isRight ? hash : undefined;
  };
  const { result, left, waitSeconds } = await guardOf(deps).fund(user, check).catch(throwWait);
  if (result !== undefined) return result;
  if (waitSeconds === 0) throw new BusinessError('FUND_PASSWORD_WRONG', { left });
  logRefusedGuess(log, { event: 'fund_password_refused', account: `user ${user.id}` });
  throw new BusinessError('FUND_PASSWORD_WAIT', { seconds: waitSeconds });
}

/** Maps the generic rate limit to the fund password's own code. */
function throwWait(error: unknown): never {
  if (!(error instanceof BusinessError) || error.code !== 'RATE_LIMITED') throw error;
  throw new BusinessError('FUND_PASSWORD_WAIT', error.params);
}

// The hash of the fund password in the table of users. `loginGuard.ts` counts wrong tries.

/** The hash; null when none is set. */
export async function readHash(reader: Reader, userId: UserId): Promise<string | null> {
  const [row] = await rowsOf<{ hash: string | null }>(
    reader,
    sql`select fund_password_hash as hash from users where id = ${userId}`,
  );
  return row?.hash ?? null;
}

/** Replaces the hash that was checked (null: none was set); false when it changed in the meantime. */
export async function replaceHash(
  tx: Transaction,
  userId: UserId,
  { before, after }: { readonly before: string | null; readonly after: string },
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update users set fund_password_hash = ${after}, fund_password_at = now()
      where id = ${userId} and fund_password_hash is not distinct from ${before} returning id`,
  );
  if (rows.length === 0) return false;
  await forgetFundTries(tx, userId);
  return true;
}
