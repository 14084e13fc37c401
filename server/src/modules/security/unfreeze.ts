/** Asking for a freeze to be lifted, and the review of that: who froze the account by mistake, or is safe again. */
import { sql } from 'drizzle-orm';
import type { AccountProtection } from '@halyard/contract/security/freezeCalls';
import type { UserId } from '@halyard/contract/ids';
import type { SessionUser } from '../../calls/callHandler.ts';
import { BusinessError } from '../../calls/errors.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { reasonOf, requirePending, type AskReview, type Decision, type ReviewPlace } from '../../operator/review.ts';
import { isFrozen, liftFreeze } from './freeze.ts';
import { requireStepUp } from './proofs.ts';
import { alertUser } from '../user/userMail.ts';
import { lockUser } from '../user/usersRepository.ts';

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

/** How an account stands, and what was asked since it was frozen. */
export async function readFreeze(
  reader: Reader,
  userId: UserId,
): Promise<Pick<AccountProtection, 'isFrozen' | 'frozenAt' | 'unfreezing'>> {
  const [row] = await rowsOf<Row>(
    reader,
    sql`select ${isoText(sql`u.frozen_at`)} as "frozenAt", r.status, r.reject_reason as reason,
        ${isoText(sql`r.created_at`)} as "requestedAt"
      from users u left join lateral (
        select * from unfreeze_requests where user_id = u.id and created_at >= u.frozen_at and status <> 'cancelled'
        order by id desc limit 1
      ) r on true where u.id = ${userId}`,
  );
  if (row === undefined || row.frozenAt === null) return { isFrozen: false, frozenAt: null, unfreezing: null };
  const { frozenAt, status, reason, requestedAt } = row;
  const unfreezing = status === null || requestedAt === null ? null : { status, reason, requestedAt };
  return { isFrozen: true, frozenAt, unfreezing };
}

type Row = {
  frozenAt: string | null;
  status: 'pending' | 'approved' | 'rejected' | null;
  reason: string | null;
  requestedAt: string | null;
};

/**
 * Lifts the freeze, or leaves it, after which the user may ask again; once, whoever else decides at the same time.
 * Status, what the user is told and audit log are one transaction. Throws `ReviewError` for one that is missing or
 * decided, and for a rejection without a reason.
 */
export async function reviewUnfreeze(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  await deps.db.transaction(async (tx) => {
    const { userId, id } = await lockRequest(tx, decision.id);
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
  deps.events.publish({ type: 'events-written' });
}

type Request = { readonly id: number; readonly userId: UserId; readonly status: string };

/** The user first, as whoever freezes him again does. */
async function lockRequest(tx: Transaction, id: number): Promise<Request> {
  const read = async () => {
    const [row] = await rowsOf<Request>(
      tx,
      sql`select id, user_id as "userId", status from unfreeze_requests where id = ${id}::bigint`,
    );
    return requirePending(row, `unfreeze request ${id}`);
  };
  const { userId } = await read();
  await lockUser(tx, userId);
  return read();
}
