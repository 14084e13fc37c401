/**
 * The fund password: six digits that guard every withdrawal of money. Six digits are guessed quickly, so after five
 * wrong tries in a row a session waits, twice as long after each further one.
 */
import { sql } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { askFundReset, FundReset } from '@halyard/contract/security/calls';
import { checkFundPassword, checkNewFundPassword, FUND_PASSWORD_TRIES } from '@halyard/contract/security/rules';
import { BusinessError, refusal, type SessionUser } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { addJob, ONLY, type LeaseJob } from '../../jobs/job.ts';
import type { AskReview, ReviewDeps } from '../../operator/review.ts';
import { createLoginGuard, forgetFundTries, type LoginGuard } from '../user/loginGuard.ts';
import { hashPassword, isPassword } from '../user/passwords.ts';
import { alertUser } from '../user/userMail.ts';
import { logRefusedGuess, type GuessLog } from './guessing.ts';
import { holdDetails } from './holds.ts';
import { requireStepUp } from './sessionStepUp.ts';
import { stepUpOrRequire, type GivenStepUp, type StepUpDeps } from './stepUp.ts';

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

// Reset of a forgotten fund password. The user proves ownership with a second factor, or an operator compares
// identities; then the new password waits, so that the owner can notice an impostor. The old one works until then.

type FundResetDeps = ReviewDeps & {
  /** From the approval until the new password works. */
  readonly resetHours: number;
  /** Without it an operator reviews. */
  readonly askReview?: AskReview | undefined;
};

type Reset = { readonly id: number; readonly status: string };

/** Factors that need no review. A recovery code does: it may lie on paper beside the phone. */
const FACTORS: readonly string[] = ['totp', 'passkey'];

const STATES: Readonly<Record<string, FundReset['state']>> = {
  pending: 'review',
  waiting: 'waiting',
  rejected: 'rejected',
};

/** State of a user's last reset. */
export async function readFundReset(deps: FundResetDeps, userId: UserId): Promise<FundReset> {
  await applyDueReset(deps, userId);
  const [row] = await rowsOf<Omit<FundReset, 'state' | 'hours'> & { readonly status: string }>(
    deps.db,
    sql`select status, reject_reason as reason, ${isoText(sql`created_at`)} as "askedAt",
        case when status = 'waiting' then ${isoText(sql`works_at`)} end as "worksAt"
      from fund_password_resets where user_id = ${userId} order by id desc limit 1`,
  );
  const { status = '', ...reset } = row ?? { askedAt: null, worksAt: null, reason: null };
  return { ...reset, state: STATES[status] ?? 'none', hours: deps.resetHours };
}

/** Requests a reset. Throws `BusinessError` with the codes that the call documents, checked in that order. */
export async function askReset(
  deps: FundResetDeps,
  user: SessionUser,
  { password = '', passwordRepeat = '' }: RequestOf<typeof askFundReset>,
): Promise<AnswerOf<typeof askFundReset>> {
  const fault = checkNewFundPassword(password, passwordRepeat);
  if (fault !== undefined) throw refusal(fault);
  await requireStepUp(deps.db, user);
  await applyDueReset(deps, user.id);
  // Before the hash, which occupies a core, and again under the lock.
  await refuseUnfit(deps.db, user.id);
  const hash = await hashPassword(password, 'user');
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    await requireStepUp(tx, user);
    await refuseUnfit(tx, user.id);
    const reset = await insertReset(tx, user, { hash, hours: deps.resetHours });
    if (reset.status === 'pending') {
      await alertOwner(tx, deps, { userId: user.id, kind: 'fund_password_reset_asked' });
      await deps.askReview?.(tx, 'fund-password', reset.id);
    } else await alertWait(tx, deps, { userId: user.id, id: reset.id });
  });
  return readFundReset(deps, user.id);
}

/** Cancels a reset that does not work yet. Throws `BusinessError('FUND_RESET_NOT_FOUND')`. */
export async function cancelReset(deps: FundResetDeps, userId: UserId): Promise<FundReset> {
  await applyDueReset(deps, userId);
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await endOpenReset(tx, userId))) throw new BusinessError('FUND_RESET_NOT_FOUND');
    await alertOwner(tx, deps, { userId, kind: 'fund_password_reset_cancelled' });
  });
  return readFundReset(deps, userId);
}

/** Ends an open reset, e.g. because the owner entered the current password; false when there was none. */
export async function endOpenReset(tx: Transaction, userId: UserId): Promise<boolean> {
  const ended = await rowsOf(
    tx,
    sql`update fund_password_resets set status = 'cancelled', password_hash = null, closed_at = now()
      where user_id = ${userId} and status in ('pending', 'waiting') returning id`,
  );
  return ended.length > 0;
}

/** Notifies the owner of the time from which an approved reset works. */
export async function alertWait(
  tx: Transaction,
  { clock }: Pick<FundResetDeps, 'clock'>,
  { userId, id }: { readonly userId: UserId; readonly id: number },
): Promise<void> {
  const works = sql`to_char(works_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`;
  const [row] = await rowsOf<{ works: string }>(
    tx,
    sql`select ${works} as works from fund_password_resets where id = ${id}`,
  );
  await alertOwner(tx, { clock }, { userId, kind: 'fund_password_reset_waits', details: { works: row?.works ?? '' } });
}

type OwnerAlert = Pick<Parameters<typeof alertUser>[1], 'userId' | 'kind' | 'details'>;

async function alertOwner(tx: Transaction, { clock }: Pick<FundResetDeps, 'clock'>, event: OwnerAlert): Promise<void> {
  await alertUser(tx, { ...event, at: new Date(clock.nowMs()).toISOString() });
}

async function refuseUnfit(reader: Reader, userId: UserId): Promise<void> {
  const [row] = await rowsOf<{ isSet: boolean; isOpen: boolean }>(
    reader,
    sql`select fund_password_hash is not null as "isSet", exists (select 1 from fund_password_resets r
        where r.user_id = u.id and r.status in ('pending', 'waiting')) as "isOpen"
      from users u where id = ${userId}`,
  );
  if (row?.isSet !== true) throw new BusinessError('FUND_PASSWORD_UNSET');
  if (row.isOpen) throw new BusinessError('FUND_RESET_OPEN');
}

async function insertReset(
  tx: Transaction,
  { id: userId, sessionId }: SessionUser,
  { hash, hours }: { readonly hash: string; readonly hours: number },
): Promise<Reset> {
  const [session] = await rowsOf<{ provedBy: string | null; isNew: boolean }>(
    tx,
    sql`select s.proved_by as "provedBy",
        coalesce(u.factors_changed_at + ${hours}::int * interval '1 hour' > clock_timestamp(), false) as "isNew"
      from sessions s join users u on u.id = s.user_id where s.id = ${sessionId}`,
  );
  const provedBy = session?.provedBy ?? '';
  // A thief with the password and the mailbox could have added a factor that is this new.
  const isSteppedUp = FACTORS.includes(provedBy) && session?.isNew === false;
  const [row] = await rowsOf<Reset>(
    tx,
    sql`insert into fund_password_resets (
        user_id, password_hash, status, proved_by, wait_hours, works_at, session_at, session_user_agent, session_ip
      ) values (
        ${userId}, ${hash}, ${isSteppedUp ? 'waiting' : 'pending'}, ${isSteppedUp ? provedBy : 'review'}, ${hours},
        case when ${isSteppedUp}::boolean then now() + ${hours}::int * interval '1 hour' end,
        (select created_at from sessions where id = ${sessionId}), (select user_agent from sessions where id = ${sessionId}),
        (select ip from sessions where id = ${sessionId})
      ) returning id, status`,
  );
  if (row === undefined) throw new Error('a reset was not written');
  return row;
}

// Puts a new fund password in force once its wait is over. Every use of the fund password checks for that, so neither a
// node's clock nor a late job changes the moment: the database's clock decides.

type JobDeps = { readonly db: Database; readonly clock: Clock };

/**
 * Puts the new password in force if its wait is over, and notifies the user; resolves to whether it did. Its age counts
 * from the approval, so withdrawals are held no longer than for that.
 */
export async function applyDueReset({ db, clock }: JobDeps, userId: UserId): Promise<boolean> {
  const due = sql`user_id = ${userId} and status = 'waiting' and works_at <= clock_timestamp()`;
  // Most users have none, so check before locking.
  const found = await rowsOf(db, sql`select 1 as due from fund_password_resets where ${due}`);
  if (found.length === 0) return false;
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const applied = await rowsOf(
      tx,
      sql`update users u set fund_password_hash = r.password_hash,
          fund_password_at = r.works_at - r.wait_hours * interval '1 hour'
        from fund_password_resets r where u.id = ${userId} and r.user_id = u.id and r.status = 'waiting'
          and r.works_at <= clock_timestamp() returning r.id`,
    );
    if (applied.length === 0) return false;
    await forgetFundTries(tx, userId);
    await tx.execute(
      sql`update fund_password_resets set status = 'done', password_hash = null, closed_at = now() where ${due}`,
    );
    await alertUser(tx, { userId, kind: 'fund_password_reset_done', at: new Date(clock.nowMs()).toISOString() });
    return true;
  });
}

const EVERY_MS = 60_000;
const AT_ONCE_MAX = 100;

/** Every minute, applies the resets of users who are not active, so that they are notified on time. */
export function createFundResetJob(deps: JobDeps): LeaseJob {
  const nextAt = () => ({ againInMs: EVERY_MS });
  return {
    name: 'fund_password_resets',
    mode: 'lease',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: 'fund_password_resets', key: ONLY, dueAtMs: deps.clock.nowMs() + EVERY_MS }]),
    run: async () => {
      const rows = await rowsOf<{ userId: UserId }>(
        deps.db,
        sql`select user_id as "userId" from fund_password_resets
          where status = 'waiting' and works_at <= clock_timestamp() order by id limit ${AT_ONCE_MAX}`,
      );
      for (const { userId } of rows) await applyDueReset(deps, userId);
      return nextAt();
    },
  };
}
