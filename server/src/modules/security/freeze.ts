/**
 * Account freeze: nothing is paid out and nothing new is opened, while the owner may still log in and close what is
 * open. The owner freezes the account alone and immediately; an operator reviews the request to lift the freeze.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { LimitedProduct } from '@halyard/contract/limits/calls';
import type { AccountProtection } from '@halyard/contract/security/freezeCalls';
import { BusinessError, type CallHandler, type SessionUser, type UserCaller } from '../../calls/callHandler.ts';
import { refuseUnlessRepeated, type RepeatDeps } from '../../calls/repeated.ts';
import type { Clock } from '../../clock.ts';
import { listCountryRules, productsOffFor } from '../../countries/countryRules.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import { readHalts } from '../../halts/halts.ts';
import { refuseOnBreak } from '../../limits/tradingBreak.ts';
import type { FrozenCall } from '../../module.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  reasonOf,
  requirePending,
  ReviewError,
  type AskReview,
  type Decision,
  type ReviewPlace,
} from '../../operator/review.ts';
import type { RecordSheet, ReviewQueue } from '../../operator/reviewCommands.ts';
import { formatInstant, reviewClause, type Listing } from '../../operator/text.ts';
import { endSessions } from '../user/sessions.ts';
import { alertUser } from '../user/userMail.ts';
import { endReset } from './factorReset.ts';
import { endOpenReset } from './fundPassword.ts';
import { requireStepUp } from './sessionStepUp.ts';
import { keepWhitelist } from './whitelist.ts';

type StartDeps = {
  readonly clock: Clock;
  /** Hours before the whitelist turns off. */
  readonly holdHours: number;
};

type FreezeDeps = StartDeps & { readonly db: Database };

/** Whether an account is frozen. */
export async function isFrozen(reader: Reader, userId: UserId): Promise<boolean> {
  const rows = await rowsOf(reader, sql`select 1 as frozen from users where id = ${userId} and frozen_at is not null`);
  return rows.length > 0;
}

/**
 * Throws `BusinessError('ACCOUNT_FROZEN')` for a frozen account. To rely on it until the end of a transaction, hold the
 * lock of `lockUser`.
 */
export async function refuseFrozen(reader: Reader, userId: UserId): Promise<void> {
  if (await isFrozen(reader, userId)) throw new BusinessError('ACCOUNT_FROZEN');
}

/**
 * Freezes an account for its owner and ends its sessions except `currentSessionId`; the owner is notified unless it was
 * frozen already. A freeze by an operator keeps its ground.
 */
export async function freeze(deps: FreezeDeps, userId: UserId, currentSessionId?: number): Promise<void> {
  const { db, clock } = deps;
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const wasFrozen = await isFrozen(tx, userId);
    await startFreeze(tx, deps, userId);
    const at = new Date(clock.nowMs()).toISOString();
    if (!wasFrozen) await alertUser(tx, { userId, kind: 'account_frozen', sessionId: currentSessionId, at });
    await endSessions(tx, clock, userId, currentSessionId);
  });
}

/**
 * Freezes an account, for its owner or an operator, under the lock of `lockUser`. Ends what a thief may have begun:
 * resets, the end of the whitelist or of the account, and requests to lift an earlier freeze.
 */
export async function startFreeze(tx: Transaction, deps: StartDeps, userId: UserId): Promise<void> {
  // An earlier freeze goes on, so that changes since then are still held when it is lifted.
  await tx.execute(sql`update users set frozen_at = coalesce(frozen_at, clock_timestamp()) where id = ${userId}`);
  await tx.execute(
    sql`update unfreeze_requests set status = 'cancelled', reviewed_at = now() where user_id = ${userId} and status = 'pending'`,
  );
  const { clock } = deps;
  await endReset(tx, clock, userId);
  await endOpenReset(tx, userId);
  await keepWhitelist(tx, deps, userId);
  await endClosing(tx, { userId, at: new Date(clock.nowMs()).toISOString() });
}

/** Takes the request to close the account back, if there is one, and notifies the owner. */
export async function endClosing(
  tx: Transaction,
  event: Pick<Parameters<typeof alertUser>[1], 'userId' | 'sessionId' | 'at'>,
): Promise<void> {
  const rows = await rowsOf(
    tx,
    sql`update users set closing_at = null where id = ${event.userId} and closing_at is not null returning id`,
  );
  if (rows.length > 0) await alertUser(tx, { ...event, kind: 'account_kept' });
}

/**
 * Lifts a freeze, in the transaction of the review. Holds of changes that were made during the freeze begin now, so
 * they do not pass while nothing can be withdrawn.
 */
export async function liftFreeze(tx: Transaction, userId: UserId): Promise<void> {
  const fromNow = (column: SQL) => sql`case when ${column} > frozen_at then now() else ${column} end`;
  await tx.execute(
    sql`update users set frozen_at = null, frozen_ground = null, frozen_reason = null,
        fund_password_at = ${fromNow(sql`fund_password_at`)}, factors_changed_at = ${fromNow(sql`factors_changed_at`)},
        withdrawals_blocked_until = case when password_changed_at > frozen_at
          then now() + (withdrawals_blocked_until - password_changed_at) else withdrawals_blocked_until end
      where id = ${userId}`,
  );
}

// Requests to lift a freeze, and their review by an operator.

type AskDeps = {
  readonly db: Database;
  readonly clock: Clock;
  /** Without it requests wait for an operator. */
  readonly askReview?: AskReview | undefined;
};

/**
 * Asks an operator to lift the freeze. Throws `BusinessError`: PROOF_REQUIRED, ACCOUNT_NOT_FROZEN, UNFREEZE_PENDING.
 */
export async function requestUnfreeze({ db, askReview }: AskDeps, user: SessionUser): Promise<void> {
  await requireStepUp(db, user);
  await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    if (!(await isFrozen(tx, user.id))) throw new BusinessError('ACCOUNT_NOT_FROZEN');
    const [request] = await rowsOf<{ id: number }>(
      tx,
      sql`insert into unfreeze_requests (user_id, created_at) values (${user.id}, clock_timestamp())
        on conflict do nothing returning id`,
    );
    if (request === undefined) throw new BusinessError('UNFREEZE_PENDING');
    await askReview?.(tx, 'unfreeze', request.id);
  });
}

/** Whether an account is frozen, and the last request to lift the freeze. */
export async function readFreeze(
  reader: Reader,
  userId: UserId,
): Promise<Pick<AccountProtection, 'isFrozen' | 'frozenAt' | 'ground' | 'groundReason' | 'unfreezing'>> {
  const [row] = await rowsOf<Row>(
    reader,
    sql`select ${isoText(sql`u.frozen_at`)} as "frozenAt", u.frozen_ground as ground, u.frozen_reason as "groundReason", r.status, r.reject_reason as reason,
        ${isoText(sql`r.created_at`)} as "requestedAt"
      from users u left join lateral (
        select * from unfreeze_requests where user_id = u.id and created_at >= u.frozen_at and status <> 'cancelled'
        order by id desc limit 1
      ) r on true where u.id = ${userId}`,
  );
  if (row === undefined || row.frozenAt === null) {
    return { isFrozen: false, frozenAt: null, ground: null, groundReason: null, unfreezing: null };
  }
  const { frozenAt, ground, groundReason, status, reason, requestedAt } = row;
  const unfreezing = status === null || requestedAt === null ? null : { status, reason, requestedAt };
  return { isFrozen: true, frozenAt, ground, groundReason, unfreezing };
}

type Row = {
  frozenAt: string | null;
  ground: AccountProtection['ground'];
  groundReason: string | null;
  status: 'pending' | 'approved' | 'rejected' | null;
  reason: string | null;
  requestedAt: string | null;
};

/** They end when the order or the match does, not when the owner is proved. */
const LIFTED_BY_COMMAND: readonly (string | null)[] = [
  'court_order',
  'sanctions',
] satisfies AccountProtection['ground'][];

/**
 * Lifts the freeze, or leaves it, after which the user may ask again; once. Status, notification and audit log are one
 * transaction. Throws `ReviewError` when the request is missing or already decided, for a rejection without a reason,
 * and for an approval where only `freezes lift` ends the freeze.
 */
export async function reviewUnfreeze(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  await deps.db.transaction(async (tx) => {
    const { userId, id, ground } = await lockRequest(tx, decision.id);
    if (reason === null && LIFTED_BY_COMMAND.includes(ground)) {
      const what = `unfreeze request ${id} is not approved: user ${userId} is frozen on the ground ${ground}`;
      throw new ReviewError('frozen', `${what}, which only "freezes lift" ends. Reject it, or lift that freeze`);
    }
    const at = new Date(deps.clock.nowMs()).toISOString();
    const status = reason === null ? 'approved' : 'rejected';
    await tx.execute(
      sql`update unfreeze_requests set status = ${status}, reject_reason = ${reason}, reviewed_at = now() where id = ${id}`,
    );
    if (reason === null) {
      await liftFreeze(tx, userId);
      await alertUser(tx, { userId, kind: 'account_unfrozen', at });
    } else {
      await alertUser(tx, { userId, kind: 'unfreeze_rejected', details: { reason }, at });
    }
    const audit = { action: `unfreeze.${decision.decision}`, subject: `unfreeze:${id}` };
    await writeAudit(tx, reviewer, { ...audit, ...(reason !== null && { reason }) });
  });
}

type Request = {
  readonly id: number;
  readonly userId: UserId;
  readonly status: string;
  readonly ground: string | null;
};

/** Locks the user first, as a freeze does. */
async function lockRequest(tx: Transaction, id: number): Promise<Request> {
  const read = async () => {
    const [row] = await rowsOf<Request>(
      tx,
      sql`select r.id, r.user_id as "userId", r.status, u.frozen_ground as ground from ${SOURCE} where r.id = ${id}::bigint`,
    );
    return requirePending(row, `unfreeze request ${id}`);
  };
  const { userId } = await read();
  await lockUser(tx, userId);
  return read();
}

// Operator reviews of requests to lift a freeze.

type Line = {
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  readonly status: string;
  readonly frozenAt: string | null;
  readonly ground: string | null;
  readonly frozenReason: string | null;
  readonly createdAt: string;
};

type Detail = {
  readonly verifiedName: string | null;
  readonly waitingWithdrawals: number;
  readonly rejectReason: string | null;
  readonly reviewedAt: string | null;
};

const COLUMNS = sql`r.id, r.user_id as "userId", coalesce(u.email, u.phone) as account, r.status,
  ${isoText(sql`u.frozen_at`)} as "frozenAt", u.frozen_ground as ground, u.frozen_reason as "frozenReason",
  ${isoText(sql`r.created_at`)} as "createdAt"`;
const SOURCE = sql`unfreeze_requests r join users u on u.id = r.user_id`;

export const UNFREEZE_REVIEWS: ReviewQueue<Line, Line & RecordSheet> = {
  group: 'unfreeze',
  // Removing a user's security protection needs two operators.
  second: 'always',
  subject: 'unfreeze',
  table: 'unfreeze_requests',
  statuses: ['pending', 'approved', 'rejected', 'cancelled'],
  titles: ['id', 'user', 'account', 'status', 'frozen (UTC)', 'by', 'reason', 'requested (UTC)'],
  cellsOf: (line) => [
    line.id,
    line.userId,
    line.account,
    line.status,
    formatInstant(line.frozenAt),
    frozenBy(line),
    line.frozenReason,
    formatInstant(line.createdAt),
  ],
  summaries: {
    approve: 'it is its owner who asks: lift the freeze',
    reject: 'the account stays frozen; they may ask again',
  },
  list: (reader: Reader, listing: Listing) =>
    rowsOf<Line>(reader, sql`select ${COLUMNS} from ${SOURCE} ${reviewClause(listing)}`),
  read: readRequest,
  review: reviewUnfreeze,
};

function frozenBy({ frozenAt, ground }: Pick<Line, 'frozenAt' | 'ground'>): string | null {
  return frozenAt === null ? null : (ground ?? 'its owner');
}

async function readRequest(reader: Reader, id: number): Promise<(Line & RecordSheet) | undefined> {
  const [row] = await rowsOf<Line & Detail>(
    reader,
    sql`select ${COLUMNS}, r.reject_reason as "rejectReason", ${isoText(sql`r.reviewed_at`)} as "reviewedAt",
        (select case when i.status = 'verified' then i.full_name end from identity_checks i
          where i.user_id = r.user_id and i.level = 'basic' order by i.id desc limit 1) as "verifiedName",
        (select count(*)::int from withdrawals w where w.user_id = r.user_id and w.status = 'pending')
          as "waitingWithdrawals"
      from ${SOURCE} where r.id = ${id}::bigint`,
  );
  return row && { ...row, fields: fieldsOf(row), uploads: {}, warning: warningOf(row) };
}

function warningOf({ waitingWithdrawals }: Detail): string | undefined {
  if (waitingWithdrawals === 0) return undefined;
  return `${waitingWithdrawals} withdrawals of this user wait: ask whether they are theirs before they are paid out.`;
}

function fieldsOf(request: Line & Detail): RecordSheet['fields'] {
  return [
    ['unfreeze', request.id],
    ['status', request.status],
    ['user', request.userId],
    ['account', request.account],
    ['verified name', request.verifiedName],
    ['frozen (UTC)', formatInstant(request.frozenAt)],
    ['frozen by', frozenBy(request)],
    ['reason of the freeze', request.frozenReason],
    ['waiting withdrawals', request.waitingWithdrawals],
    ['requested (UTC)', formatInstant(request.createdAt)],
    ['reviewed (UTC)', formatInstant(request.reviewedAt)],
    ['reason', request.rejectReason],
  ];
}

// Refuses the calls of frozen accounts that modules declare, in one place, in front of every handler. The session
// carries the freeze for calls that begin after it; withdrawals check again under the user's lock.

const always = () => true;

/** Wraps the handlers that need the guard. They then throw `BusinessError('ACCOUNT_FROZEN')`. */
export function guardFrozen(
  deps: RepeatDeps,
  handlers: readonly CallHandler[],
  refused: readonly FrozenCall[],
): readonly CallHandler[] {
  return handlers.map((handler) => {
    const found = refused.find(({ call }) => call === handler.call);
    return found === undefined ? handler : guarded(deps, handler, found);
  });
}

function guarded(deps: RepeatDeps, { call, handle }: CallHandler, { when: refuses = always }: FrozenCall): CallHandler {
  return {
    call,
    handle: async (request, caller) => {
      const { user } = caller as UserCaller;
      if (user.isFrozen === true && refuses(request))
        await refuseUnlessRepeated(deps, { call, user, request }, new BusinessError('ACCOUNT_FROZEN'));
      return handle(request, caller);
    },
  };
}

// Purchases that a job makes for a user: they are refused where the call of the user would be.

type Bought = {
  readonly product: LimitedProduct;
  /** Subjects whose halt refuses it. */
  readonly halting: ReadonlySet<string>;
  readonly nowMs: number;
};

/** Throws `BusinessError`: HALTED, ACCOUNT_FROZEN, PRODUCT_NOT_OFFERED, TRADING_BREAK {until}. */
export async function requireMayBuy(tx: Transaction, userId: UserId, bought: Bought): Promise<void> {
  const { product, halting } = bought;
  const halt = (await readHalts(tx)).find(({ subject }) => halting.has(subject));
  if (halt !== undefined) throw new BusinessError('HALTED', { reason: halt.reason });
  await refuseFrozen(tx, userId);
  const catalogue = { countryRules: () => listCountryRules(tx) };
  if ((await productsOffFor({ db: tx, catalogue }, userId)).includes(product)) {
    throw new BusinessError('PRODUCT_NOT_OFFERED');
  }
  await refuseOnBreak(tx, userId, bought);
}
