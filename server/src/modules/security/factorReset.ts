/**
 * Reset of a lost second factor. A user with the password and the mailbox asks for it, an operator reviews it, and the
 * factors are removed after a wait. The owner is notified at each step and can cancel.
 */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { FactorReset } from '@halyard/contract/security/factorCalls';
import { BusinessError, type Caller } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { SecurityEventKind } from '../../events/messageFacts.ts';
import { addJob, type TransactionJob } from '../../jobs/job.ts';
import type { ModuleDeps } from '../../module.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { reasonOf, requirePending, type Decision, type ReviewPlace } from '../../operator/review.ts';
import type { RecordSheet, ReviewQueue } from '../../operator/reviewCommands.ts';
import { formatInstant, reviewClause, type Listing } from '../../operator/text.ts';
import type { CodesService } from '../user/codesService.ts';
import { countryOfAddress } from '../user/knownDevice.ts';
import { alertUser } from '../user/userMail.ts';
import { noteFactorChange } from './holds.ts';
import { deletePasskeys, listPasskeys } from './passkeyCheck.ts';
import { checkOwnCode, spendOwnCode } from './stepUp.ts';
import { APP_DETAILS, dropTotp, readTotpSince } from './totp.ts';

type ResetDeps = Pick<ModuleDeps, 'db' | 'clock' | 'askReview'> & {
  readonly codes: CodesService;
  readonly waitHours: number;
};

const KIND = 'factor_reset';
/** Delay before the next try when the exchange's clock is ahead of the database's. */
const RETRY_MS = 60_000;

/** Throws `BusinessError('SECOND_FACTOR_OFF')` when the account has no factor. */
export async function requireFactor(db: Database, userId: UserId): Promise<void> {
  const hasApp = (await readTotpSince(db, userId)) !== null;
  if (!hasApp && (await listPasskeys(db, userId)).length === 0) throw new BusinessError('SECOND_FACTOR_OFF');
}

/**
 * Stores the request of a caller whose password was checked. Throws `BusinessError`: SECOND_FACTOR_OFF,
 * CODE_REQUIRED, CODE_WRONG, FACTOR_RESET_PENDING.
 */
export async function requestReset(
  deps: ResetDeps,
  userId: UserId,
  { code, caller }: { readonly code: string | undefined; readonly caller: Caller },
): Promise<void> {
  const { db, clock, askReview, waitHours } = deps;
  await requireFactor(db, userId);
  const ownCode = await checkOwnCode(deps, { userId, asker: caller, code });
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await spendOwnCode(deps, tx, ownCode);
    const { ip, userAgent } = caller;
    const id = await insertReset(tx, { userId, waitHours, ip, userAgent });
    if (id === undefined) throw new BusinessError('FACTOR_RESET_PENDING');
    await alertOwner(tx, clock, { userId, kind: 'factor_reset_requested' });
    await askReview?.(tx, 'factor-reset', id);
  });
}

/**
 * Cancels an open reset after a password change that used the factors: they are not lost, and the reset was requested
 * with the earlier password. The owner is notified.
 */
export async function endReset(tx: Transaction, clock: Clock, userId: UserId): Promise<void> {
  if (await closeOpenReset(tx, userId)) await alertOwner(tx, clock, { userId, kind: 'factor_reset_cancelled' });
}

/** Cancels the open reset at the user's request. Throws `BusinessError('FACTOR_RESET_NONE')`. */
export async function cancelReset({ db, clock }: Pick<ResetDeps, 'db' | 'clock'>, userId: UserId): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await closeOpenReset(tx, userId))) throw new BusinessError('FACTOR_RESET_NONE');
    await alertOwner(tx, clock, { userId, kind: 'factor_reset_cancelled' });
  });
}

/**
 * Applies the decision of an operator or of the sandbox's autopilot. Throws `ReviewError` when the reset is missing or
 * already decided, and for a rejection without a reason.
 */
export async function reviewReset(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const { db, clock } = deps;
  const reason = reasonOf(decision);
  await db.transaction(async (tx) => {
    const { id, userId } = requirePending(await lockReset(tx, decision.id), `factor reset ${decision.id}`);
    if (decision.decision === 'approve') {
      const { waitMs, effective } = await approveReset(tx, id);
      await addJob(tx, [{ kind: KIND, key: String(id), dueAtMs: clock.nowMs() + waitMs }], 'move');
      await alertOwner(tx, clock, { userId, kind: 'factor_reset_approved', details: { effective } });
    } else {
      await rejectReset(tx, id, reason);
      await alertOwner(tx, clock, { userId, kind: 'factor_reset_rejected', details: { reason: reason ?? '' } });
    }
    await writeAudit(tx, reviewer, {
      action: `factors.${decision.decision}`,
      subject: `factor-reset:${id}`,
      ...(reason === null ? {} : { reason }),
    });
  });
}

/** The job that removes the factors after the wait, by the database's clock. */
export function createFactorResetJob({ clock }: { readonly clock: Clock }): TransactionJob {
  return {
    name: KIND,
    mode: 'transaction',
    atOnceMax: 1,
    run: async (tx, { key: resetId }) => {
      const reset = await lockReset(tx, Number.parseInt(resetId, 10));
      if (reset?.status !== 'approved') return 'done';
      if (!reset.isDue) return { againInMs: RETRY_MS };
      const { id, userId } = reset;
      await lockUser(tx, userId);
      await finishReset(tx, id);
      const names = await deletePasskeys(tx, userId);
      const removed = [...((await dropTotp(tx, userId)) ? [APP_DETAILS] : []), ...names.map((name) => ({ name }))];
      if (removed.length > 0) await noteFactorChange(tx, userId);
      for (const details of removed) await alertOwner(tx, clock, { userId, kind: 'factor_removed', details });
      return 'done';
    },
  };
}

type OwnerAlert = {
  readonly userId: UserId;
  readonly kind: SecurityEventKind;
  readonly details?: Readonly<Record<string, string>>;
};

function alertOwner(tx: Transaction, clock: Clock, alert: OwnerAlert): Promise<void> {
  return alertUser(tx, { ...alert, at: new Date(clock.nowMs()).toISOString() });
}

// The table of requests to remove the second factors. Times are the database's.

/** A reset as reviews and the job need it. */
type ResetRecord = {
  readonly id: number;
  readonly userId: UserId;
  readonly status: string;
  /** Whether its wait is over; false before the approval. */
  readonly isDue: boolean;
};

type NewReset = {
  readonly userId: UserId;
  readonly waitHours: number;
  readonly ip: string;
  readonly userAgent: string | undefined;
};

/** Stores a request; undefined when one is open. */
export async function insertReset(tx: Transaction, request: NewReset): Promise<number | undefined> {
  const { userId, waitHours, ip, userAgent } = request;
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into factor_resets (user_id, wait_hours, ip, user_agent)
      values (${userId}, ${waitHours}, ${ip}, ${userAgent?.slice(0, 300) ?? null}) on conflict do nothing returning id`,
  );
  return row?.id;
}

/** The open reset of a user; null when there is none. */
export async function readReset(reader: Reader, userId: UserId): Promise<FactorReset | null> {
  const [row] = await rowsOf<FactorReset>(
    reader,
    sql`select status, ${isoText(sql`created_at`)} as "requestedAt", ${isoText(sql`effective_at`)} as "effectiveAt"
      from factor_resets where user_id = ${userId} and status in ('pending', 'approved')`,
  );
  return row ?? null;
}

/** A reset, locked until the transaction ends. */
export async function lockReset(tx: Transaction, id: number): Promise<ResetRecord | undefined> {
  const [row] = await rowsOf<ResetRecord>(
    tx,
    sql`select id, user_id as "userId", status, coalesce(effective_at <= clock_timestamp(), false) as "isDue"
      from factor_resets where id = ${id} for update`,
  );
  return row;
}

/** Begins the wait: its length in milliseconds, and its end in UTC as messages show it. */
async function approveReset(
  tx: Transaction,
  id: number,
): Promise<{ readonly waitMs: number; readonly effective: string }> {
  const [row] = await rowsOf<{ waitMs: number; effective: string }>(
    tx,
    sql`update factor_resets set status = 'approved', reviewed_at = clock_timestamp(),
        effective_at = clock_timestamp() + wait_hours * interval '1 hour'
      where id = ${id} returning wait_hours * 3600000::float8 as "waitMs",
        to_char(effective_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as effective`,
  );
  if (row === undefined) throw new Error(`factor reset ${id} is gone`);
  return row;
}

async function rejectReset(tx: Transaction, id: number, reason: string | null): Promise<void> {
  await tx.execute(
    sql`update factor_resets set status = 'rejected', reject_reason = ${reason}, reviewed_at = clock_timestamp(),
        ended_at = clock_timestamp() where id = ${id}`,
  );
}

/** Cancels the open reset; false when there is none. */
async function closeOpenReset(tx: Transaction, userId: UserId): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update factor_resets set status = 'cancelled', ended_at = clock_timestamp()
      where user_id = ${userId} and status in ('pending', 'approved') returning 1 as cancelled`,
  );
  return rows.length > 0;
}

/** Marks a reset that took effect as done. */
async function finishReset(tx: Transaction, id: number): Promise<void> {
  await tx.execute(sql`update factor_resets set status = 'done', ended_at = clock_timestamp() where id = ${id}`);
}

// Operator reviews of factor resets.

type Line = {
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  readonly status: string;
  readonly createdAt: string;
  readonly effectiveAt: string | null;
};

type Detail = {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly rejectReason: string | null;
  readonly reviewedAt: string | null;
  readonly factorSince: string | null;
  readonly passwordChanged: string | null;
  readonly verifiedName: string | null;
  /** Whether a session of the user was ever opened from this address. */
  readonly isKnownAddress: boolean;
};

const COLUMNS = sql`r.id, r.user_id as "userId", coalesce(u.email, u.phone) as account, r.status,
  ${isoText(sql`r.created_at`)} as "createdAt", ${isoText(sql`r.effective_at`)} as "effectiveAt"`;

export const FACTOR_REVIEWS: ReviewQueue<Line, Line & RecordSheet> = {
  group: 'factors',
  // Removing a user's security protection needs two operators.
  second: 'always',
  subject: 'factor-reset',
  table: 'factor_resets',
  statuses: ['pending', 'approved', 'rejected', 'cancelled', 'done'],
  titles: ['id', 'user', 'account', 'status', 'asked for (UTC)', 'factors go (UTC)'],
  cellsOf: (line) => [
    line.id,
    line.userId,
    line.account,
    line.status,
    formatInstant(line.createdAt),
    formatInstant(line.effectiveAt),
  ],
  summaries: {
    approve: 'they are who they say: the second factors go when the wait is over (FACTOR_RESET_HOURS)',
    reject: 'the second factors stay',
  },
  list: (reader: Reader, listing: Listing) =>
    rowsOf<Line>(
      reader,
      sql`select ${COLUMNS} from factor_resets r join users u on u.id = r.user_id ${reviewClause(listing)}`,
    ),
  read: readSheet,
  review: reviewReset,
};

async function readSheet(reader: Reader, id: number): Promise<(Line & RecordSheet) | undefined> {
  const [row] = await rowsOf<Line & Detail>(
    reader,
    sql`select ${COLUMNS}, r.ip, r.user_agent as "userAgent", r.reject_reason as "rejectReason",
        ${isoText(sql`r.reviewed_at`)} as "reviewedAt",
        (select ${isoText(sql`t.confirmed_at`)} from totp_factors t where t.user_id = r.user_id) as "factorSince",
        (select ${isoText(sql`max(e.at)`)} from user_events e where e.user_id = r.user_id and e.category = 'security'
          and e.facts ->> 'kind' = 'password_changed') as "passwordChanged",
        (select i.full_name from identity_checks i where i.user_id = r.user_id and i.level = 'basic'
          and i.status = 'verified') as "verifiedName",
        exists (select 1 from sessions s where s.user_id = r.user_id and s.ip = r.ip) as "isKnownAddress"
      from factor_resets r join users u on u.id = r.user_id where r.id = ${id}`,
  );
  return row && { ...row, uploads: {}, fields: fieldsOf(row) };
}

function fieldsOf(reset: Line & Detail): RecordSheet['fields'] {
  return [
    ['factor reset', reset.id],
    ['status', reset.status],
    ['user', reset.userId],
    ['account', reset.account],
    ['verified name', reset.verifiedName],
    ['authenticator since (UTC)', formatInstant(reset.factorSince)],
    ['password changed (UTC)', formatInstant(reset.passwordChanged)],
    ['asked for (UTC)', formatInstant(reset.createdAt)],
    ['from', reset.ip],
    ['country', countryOfAddress(reset.ip)],
    ['logged in from there before', reset.isKnownAddress ? 'yes' : 'no'],
    ['browser', reset.userAgent],
    ['reviewed (UTC)', formatInstant(reset.reviewedAt)],
    ['factors go (UTC)', formatInstant(reset.effectiveAt)],
    ['reason', reset.rejectReason],
  ];
}
