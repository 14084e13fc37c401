/** Reviewing a subscription: an operator, or the sandbox's autopilot, passes or rejects it. */
import { sql } from 'drizzle-orm';
import { decimal } from '@halyard/contract/money';
import { REVIEW_REASONS } from '@halyard/contract/reviewReasons';
import { isoText, rowsOf, type Reader } from '../../db/database.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { reviewClause, type Listing } from '../../operator/listing.ts';
import { reasonOf, requirePending, type Decision, type ReviewPlace } from '../../operator/review.ts';
import type { RecordSheet, ReviewQueue } from '../../operator/reviewCommands.ts';
import { formatInstant } from '../../operator/text.ts';
import { releaseEntry } from './ledgerEntries.ts';
import { writeSubscriptionEvents, emitSubscription } from './subscriptionEvents.ts';
import { countOut } from './offeringsRepository.ts';
import { closeSubscription, lockSubscription } from './subscriptionsRepository.ts';

/**
 * Passes a subscription, which then takes part in the allotment, or rejects it, which releases its hold; once, also
 * under concurrent decisions. Throws `ReviewError` for one that is missing or decided, and for a rejection without a
 * reason.
 */
export async function reviewSubscription(deps: ReviewPlace, decision: Decision, reviewer: Reviewer): Promise<void> {
  const reason = reasonOf(decision);
  const status = reason === null ? 'passed' : 'rejected';
  await deps.db.transaction(async (tx) => {
    const subscription = requirePending(await lockSubscription(tx, { id: decision.id }), `subscription ${decision.id}`);
    const { id, userId, amount, offering } = subscription;
    const at = new Date(deps.clock.nowMs()).toISOString();
    await closeSubscription(tx, id, { status, reason, at });
    if (reason !== null) {
      await postEntries(tx, [releaseEntry(subscription)]);
      await countOut(tx, { offeringId: offering.id, userId, amount, at });
      await writeSubscriptionEvents(
        tx,
        offering,
        [{ userId, happened: 'rejected', amount, released: amount, reason }],
        at,
      );
    }
    await writeAudit(tx, reviewer, {
      action: `subscriptions.${decision.decision}`,
      subject: `subscription:${id}`,
      ...(reason === null ? {} : { reason }),
    });
    emitSubscription(tx, subscription, status);
  });
}

type Line = {
  readonly id: number;
  readonly userId: number;
  readonly account: string | null;
  readonly coin: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
  readonly endAt: string;
};
type Detail = {
  /** The offering; operators' scripts read it by this name. */
  readonly offerId: number;
  readonly createdAt: string;
  readonly reason: string | null;
  readonly others: number;
};

const COLUMNS = sql`r.id, r.user_id as "userId", coalesce(u.email, u.phone) as account, o.terms ->> 'coin' as coin,
  trim_scale(r.amount)::text as amount, o.terms ->> 'currency' as currency, r.status, ${isoText(sql`o.end_at`)} as "endAt"`;
const SOURCE = sql`offering_subscriptions r join users u on u.id = r.user_id join offerings o on o.id = r.offering_id`;

export const SUBSCRIPTION_REVIEWS: ReviewQueue<Line, Line & RecordSheet> = {
  group: 'subscriptions',
  subject: 'subscription',
  table: 'offering_subscriptions',
  statuses: ['pending', 'passed', 'rejected', 'cancelled', 'locked', 'completed'],
  titles: ['id', 'user', 'account', 'coin', 'amount', 'in', 'status', 'ends (UTC)'],
  cellsOf: (line) => [
    line.id,
    line.userId,
    line.account,
    line.coin,
    line.amount,
    line.currency,
    line.status,
    formatInstant(line.endAt),
  ],
  summaries: {
    approve: 'let it take part in the allotment; who is not reviewed a day after the end takes part as well',
    reject: 'leave it out of the allotment and give back what is held',
  },
  list: listLines,
  read: readSheet,
  review: reviewSubscription,
  sandboxRule: {
    mark: sql`amount::text`,
    refusalOf: (amount) =>
      amount !== null && decimal(amount).endsWith('.13') ? REVIEW_REASONS.SANDBOX_SUBSCRIPTION : undefined,
  },
};

function listLines(reader: Reader, listing: Listing): Promise<Line[]> {
  return rowsOf<Line>(reader, sql`select ${COLUMNS} from ${SOURCE} ${reviewClause(listing)}`);
}

async function readSheet(reader: Reader, id: number): Promise<(Line & RecordSheet) | undefined> {
  const [row] = await rowsOf<Line & Detail>(
    reader,
    sql`select ${COLUMNS}, r.offering_id as "offerId", ${isoText(sql`r.created_at`)} as "createdAt", r.reason,
        (select count(*)::int from offering_subscriptions s where s.offering_id = r.offering_id and s.user_id = r.user_id and s.id <> r.id) as others
      from ${SOURCE} where r.id = ${id}`,
  );
  if (row === undefined) return undefined;
  const fields = [
    ['subscription', row.id],
    ['status', row.status],
    ['user', row.userId],
    ['account', row.account],
    ['offer', row.offerId],
    ['coin', row.coin],
    ['amount', `${row.amount} ${row.currency}`],
    ['his others of this offer', row.others],
    ['subscribed (UTC)', formatInstant(row.createdAt)],
    ['offer ends (UTC)', formatInstant(row.endAt)],
    ['reason', row.reason],
  ] as const;
  return { ...row, fields, uploads: {} };
}
