/** Operator reviews of fund password resets. */
import { sql } from 'drizzle-orm';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { RecordSheet, ReviewQueue } from '../../operator/reviewCommands.ts';
import { formatInstant, reviewClause, sinceText } from '../../operator/text.ts';
import type { UserId } from '@halyard/contract/ids';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { reasonOf, requirePending, type Decision, type ReviewPlace } from '../../operator/review.ts';
import { placeNameOf } from '../user/knownDevice.ts';
import { alertUser } from '../user/userMail.ts';
import { alertWait } from './fundPassword.ts';

type Line = {
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  readonly provedBy: string;
  readonly status: string;
  readonly createdAt: string;
  readonly worksAt: string | null;
};

type Detail = {
  readonly registeredAt: string;
  readonly verifiedName: string | null;
  readonly idNumber: string | null;
  readonly passwordAt: string | null;
  readonly fundPasswordAt: string | null;
  readonly factorsAt: string | null;
  readonly sessionAt: string | null;
  readonly userAgent: string | null;
  readonly ip: string | null;
  readonly rejectReason: string | null;
  readonly closedAt: string | null;
};

type Pictures = { readonly frontId: string | null; readonly backId: string | null; readonly holdingId: string | null };

const COLUMNS = sql`r.id, r.user_id as "userId", coalesce(u.email, u.phone) as account, r.proved_by as "provedBy",
  r.status, ${isoText(sql`r.created_at`)} as "createdAt", ${isoText(sql`r.works_at`)} as "worksAt"`;
const SOURCE = sql`fund_password_resets r join users u on u.id = r.user_id`;

export const FUND_RESET_REVIEWS: ReviewQueue<Line, Line & RecordSheet> = {
  group: 'fund-passwords',
  // Removing a user's security protection needs two operators.
  second: 'always',
  subject: 'fund-password',
  table: 'fund_password_resets',
  statuses: ['pending', 'waiting', 'done', 'rejected', 'cancelled'],
  titles: ['id', 'user', 'account', 'proved by', 'status', 'asked (UTC)', 'works (UTC)'],
  cellsOf: ({ id, userId, account, provedBy, status, createdAt, worksAt }) => [
    id,
    userId,
    account,
    provedBy,
    status,
    formatInstant(createdAt),
    formatInstant(worksAt),
  ],
  summaries: {
    approve: 'it is the owner who asks: the new fund password works after its wait',
    reject: 'the fund password stays as it is',
  },
  list: (reader, listing) => rowsOf<Line>(reader, sql`select ${COLUMNS} from ${SOURCE} ${reviewClause(listing)}`),
  read: readReset,
  review: reviewFundReset,
};

async function readReset(reader: Reader, id: number): Promise<(Line & RecordSheet) | undefined> {
  const [row] = await rowsOf<Line & Detail & Pictures>(
    reader,
    sql`select ${COLUMNS}, ${isoText(sql`u.created_at`)} as "registeredAt", b.full_name as "verifiedName",
        b.id_number as "idNumber", ${isoText(sql`coalesce(u.password_changed_at, u.created_at)`)} as "passwordAt",
        ${isoText(sql`u.fund_password_at`)} as "fundPasswordAt", ${isoText(sql`u.factors_changed_at`)} as "factorsAt",
        ${isoText(sql`r.session_at`)} as "sessionAt", r.session_user_agent as "userAgent", r.session_ip as ip,
        r.reject_reason as "rejectReason", ${isoText(sql`r.closed_at`)} as "closedAt",
        p.front_id as "frontId", p.back_id as "backId", p.holding_id as "holdingId"
      from ${SOURCE}
        left join lateral (select full_name, id_number from identity_checks i where i.user_id = r.user_id
          and i.level = 'basic' and i.status = 'verified' order by i.id desc limit 1) b on true
        left join lateral (select front_id, back_id, holding_id from identity_checks i where i.user_id = r.user_id
          and i.level = 'advanced' and i.status = 'verified' order by i.id desc limit 1) p on true
      where r.id = ${id}`,
  );
  if (row === undefined) return undefined;
  const { frontId, backId, holdingId, ...reset } = row;
  const warning =
    reset.verifiedName === null ? 'Nobody was verified for this account: there is nothing to compare.' : undefined;
  return { ...reset, fields: fieldsOf(reset), uploads: { front: frontId, back: backId, holding: holdingId }, warning };
}

function fieldsOf(reset: Line & Detail): RecordSheet['fields'] {
  const since = (instant: string | null) => sinceText(instant, reset.createdAt);
  return [
    ['fund password', reset.id],
    ['status', reset.status],
    ['user', reset.userId],
    ['account', reset.account],
    ['registered (UTC)', since(reset.registeredAt)],
    ['verified name', reset.verifiedName],
    ['ID number', reset.idNumber],
    ['proved by', reset.provedBy],
    ['login password since (UTC)', since(reset.passwordAt)],
    ['fund password since (UTC)', since(reset.fundPasswordAt)],
    ['factors since (UTC)', since(reset.factorsAt)],
    ['session since (UTC)', since(reset.sessionAt)],
    ['session at', placeNameOf(reset.userAgent, reset.ip)],
    ['asked (UTC)', formatInstant(reset.createdAt)],
    ['works (UTC)', formatInstant(reset.worksAt)],
    ['closed (UTC)', formatInstant(reset.closedAt)],
    ['reason', reset.rejectReason],
  ];
}

// Review of a forgotten fund password: an operator compares the requester with the verified identity.

type Pending = { readonly id: number; readonly userId: UserId; readonly status: string };

/**
 * Begins the wait of a new fund password by the database's clock, or rejects it; once. Throws `ReviewError` when it is
 * missing or already decided, and for a rejection without a reason.
 */
export async function reviewFundReset(place: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  await place.db.transaction(async (tx) => {
    const { id, userId } = requirePending(await lockReset(tx, decision.id), `fund-password ${decision.id}`);
    if (reason === null) {
      await tx.execute(
        sql`update fund_password_resets set status = 'waiting', works_at = now() + wait_hours * interval '1 hour'
          where id = ${id}`,
      );
      await alertWait(tx, place, { userId, id });
    } else {
      await tx.execute(
        sql`update fund_password_resets set status = 'rejected', password_hash = null, reject_reason = ${reason},
            closed_at = now() where id = ${id}`,
      );
      const at = new Date(place.clock.nowMs()).toISOString();
      await alertUser(tx, { userId, kind: 'fund_password_reset_rejected', details: { reason }, at });
    }
    await writeAudit(tx, reviewer, {
      action: `fund-passwords.${decision.decision}`,
      subject: `fund-password:${id}`,
      ...(reason === null ? {} : { reason }),
    });
  });
}

/** Locks the user first, as every change of the fund password does. */
async function lockReset(tx: Transaction, id: number): Promise<Pending | undefined> {
  const read = () =>
    rowsOf<Pending>(tx, sql`select id, user_id as "userId", status from fund_password_resets where id = ${id}::bigint`);
  const [found] = await read();
  if (found === undefined) return undefined;
  await lockUser(tx, found.userId);
  return (await read())[0];
}
