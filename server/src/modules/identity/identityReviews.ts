/** Operator reviews of identity checks. */
import { sql } from 'drizzle-orm';
import { REVIEW_REASONS } from '@halyard/contract/reviewReasons';
import { breaksUnique, isoText, rowsOf, type Reader } from '../../db/database.ts';
import type { RecordSheet, ReviewQueue } from '../../operator/reviewCommands.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { ReviewError, reasonOf, requirePending, type Decision, type ReviewPlace } from '../../operator/review.ts';
import { writeUserEvent } from '../../events/userEvents.ts';
import { formatInstant, reviewClause, type Listing } from '../../operator/text.ts';
import { closeCheck, findHolder, lockCheck, VERIFIED_NUMBER } from './identityRepository.ts';

type Line = {
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  /** `basic` or `advanced`. */
  readonly level: string;
  /** For an advanced check the newest basic one, to compare the pictures with. */
  readonly country: string | null;
  readonly fullName: string | null;
  readonly status: string;
  readonly createdAt: string;
  /** The newest check of each other user who submitted the same ID number; null when there is none. */
  readonly sameNumber: readonly Twin[] | null;
};

/** `status`: with "account closed" where the account has ended, so that its number is free. */
type Twin = { readonly id: number; readonly userId: number; readonly status: string };

type Detail = {
  readonly idNumber: string | null;
  readonly address: string | null;
  readonly rejectReason: string | null;
  readonly reviewedAt: string | null;
};

type Pictures = { readonly frontId: string | null; readonly backId: string | null; readonly holdingId: string | null };

const COLUMNS = sql`r.id, r.user_id as "userId", coalesce(u.email, u.phone) as account, r.level,
  coalesce(r.country, b.country) as country, coalesce(r.full_name, b.full_name) as "fullName", r.status,
  ${isoText(sql`r.created_at`)} as "createdAt", twins.list as "sameNumber"`;
const SOURCE = sql`identity_checks r join users u on u.id = r.user_id
  left join lateral (
    select i.country, i.full_name, i.id_number, i.address from identity_checks i
    where i.user_id = r.user_id and i.level = 'basic' order by i.id desc limit 1
  ) b on true
  left join lateral (
    select json_agg(json_build_object('id', t.id, 'userId', t.user_id, 'status', t.status) order by t.user_id) as list
    from (
      select distinct on (i.user_id) i.id, i.user_id,
        case when o.closed_at is null then i.status else i.status || ', account closed' end as status
      from identity_checks i join users o on o.id = i.user_id
      where i.level = 'basic' and i.country = coalesce(r.country, b.country)
        and i.id_number = coalesce(r.id_number, b.id_number) and i.user_id <> r.user_id
      order by i.user_id, i.id desc
    ) t
  ) twins on true`;

export const IDENTITY_REVIEWS: ReviewQueue<Line, Line & RecordSheet> = {
  group: 'identity',
  subject: 'identity',
  table: 'identity_checks',
  statuses: ['pending', 'verified', 'rejected'],
  titles: ['id', 'user', 'account', 'level', 'country', 'name', 'status', 'submitted (UTC)', 'ID number also of'],
  cellsOf: (line) => [
    line.id,
    line.userId,
    line.account,
    line.level,
    line.country,
    line.fullName,
    line.status,
    formatInstant(line.createdAt),
    line.sameNumber?.map(({ userId, status }) => `${userId} (${status})`).join(', ') ?? null,
  ],
  summaries: {
    approve: 'they are who they say: verify this level',
    reject: 'they may submit again',
  },
  list: (reader: Reader, listing: Listing) =>
    rowsOf<Line>(reader, sql`select ${COLUMNS} from ${SOURCE} ${reviewClause(listing)}`),
  read: readIdentity,
  review: reviewIdentity,
  sandboxRule: {
    mark: sql`id_number`,
    refusalOf: (idNumber) => (idNumber?.endsWith('13') === true ? REVIEW_REASONS.SANDBOX_IDENTITY : undefined),
    duplicateRefusal: REVIEW_REASONS.DETAILS_UNCONFIRMED,
  },
};

async function readIdentity(reader: Reader, id: number): Promise<(Line & RecordSheet) | undefined> {
  const [row] = await rowsOf<Line & Detail & Pictures>(
    reader,
    sql`select ${COLUMNS}, coalesce(r.id_number, b.id_number) as "idNumber", coalesce(r.address, b.address) as address,
        r.front_id as "frontId", r.back_id as "backId", r.holding_id as "holdingId", r.reject_reason as "rejectReason",
        ${isoText(sql`r.reviewed_at`)} as "reviewedAt"
      from ${SOURCE} where r.id = ${id}`,
  );
  if (row === undefined) return undefined;
  const { frontId, backId, holdingId, ...check } = row;
  const uploads = { front: frontId, back: backId, holding: holdingId };
  return { ...check, fields: fieldsOf(check), uploads, warning: warningOf(check.sameNumber) };
}

function warningOf(sameNumber: Line['sameNumber']): string | undefined {
  if (sameNumber === null) return undefined;
  const others = sameNumber.map(({ id, userId, status }) => `user ${userId} (identity ${id}, ${status})`);
  return `The same ID number was submitted by ${others.join(', ')}.`;
}

function fieldsOf(check: Line & Detail): RecordSheet['fields'] {
  return [
    ['identity', check.id],
    ['level', check.level],
    ['status', check.status],
    ['user', check.userId],
    ['account', check.account],
    ['country', check.country],
    ['name', check.fullName],
    ['ID number', check.idNumber],
    ['address', check.address],
    ['submitted (UTC)', formatInstant(check.createdAt)],
    ['reviewed (UTC)', formatInstant(check.reviewedAt)],
    ['reason', check.rejectReason],
  ];
}

// Review of an identity check by an operator, or by the sandbox's autopilot.

/**
 * Verifies a check of either level, or rejects it, after which the user may submit again; once. Status, notification
 * and audit log are one transaction. Throws `ReviewError` when it is missing or already decided, for an ID number that
 * another user is verified with, and for a rejection without a reason.
 */
export async function reviewIdentity(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  try {
    await review(deps, decision, reviewer);
  } catch (error) {
    if (!breaksUnique(error, VERIFIED_NUMBER)) throw error;
    const holder = await findHolder(deps.db, decision.id);
    const owner = holder === undefined ? 'another user' : `user ${holder.userId} (identity check ${holder.checkId})`;
    throw new ReviewError(
      'duplicate',
      `identity check ${decision.id} cannot be verified: ${owner} is verified with the same ID number`,
    );
  }
}

async function review(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  const status = decision.decision === 'approve' ? 'verified' : 'rejected';
  await deps.db.transaction(async (tx) => {
    const check = requirePending(await lockCheck(tx, decision.id), `identity check ${decision.id}`);
    const at = new Date(deps.clock.nowMs()).toISOString();
    await closeCheck(tx, check.id, { status, reason, at });
    const facts = { subject: 'identity', status, level: check.level, reason } as const;
    await writeUserEvent(tx, { userId: check.userId, ref: check.id, at, facts });
    await writeAudit(tx, reviewer, {
      action: `identity.${decision.decision}`,
      subject: `identity:${check.id}`,
      ...(reason === null ? {} : { reason }),
    });
  });
}
