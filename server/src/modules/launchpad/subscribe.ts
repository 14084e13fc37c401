/** Subscribing and cancelling: under the lock of the offering, at that instant of the exchange's clock. */
import { sql } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { cancelSubscription, subscribe, type Subscription } from '@halyard/contract/launchpad/calls';
import { checkSubscription } from '@halyard/contract/launchpad/terms';
import { decimal, type Decimal } from '@halyard/contract/money';
import { REVIEW_REASONS } from '@halyard/contract/reviewReasons';
import { BusinessError, requireAmount, type UserCaller } from '../../calls/callHandler.ts';
import { noticeOf } from '../../calls/messages.ts';
import { limitWithoutId } from '../../calls/repeated.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { checkAndRunOnce, runOnce } from '../../db/runOnce.ts';
import { lockOpenAmounts, requireRoom } from '../../exposure/unverifiedLimit.ts';
import { postEntries } from '../../ledger/ledger.ts';
import type { ModuleDeps } from '../../module.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import { reasonOf, requirePending, type Decision, type ReviewPlace } from '../../operator/review.ts';
import type { RecordSheet, ReviewQueue } from '../../operator/reviewCommands.ts';
import { formatInstant, reviewClause, type Listing } from '../../operator/text.ts';
import type { TakeTurn } from '../../rates.ts';
import { holdEntry, releaseEntry, type HeldMoney } from './ledgerEntries.ts';
import { countIn, countOut, findOffering, lockOffering, stateOf, type OfferingRecord } from './offeringsRepository.ts';
import { emitSubscription, writeSubscriptionEvents } from './subscriptionEvents.ts';
import {
  closeSubscription,
  insertSubscription,
  lockSubscription,
  readSubscription,
} from './subscriptionsRepository.ts';

export type SubscribeDeps = Pick<ModuleDeps, 'db' | 'clock' | 'events' | 'askReview'> & {
  /** Counts requests without a request id. */
  readonly takeTurn: TakeTurn;
  readonly settings: Pick<ModuleDeps['settings'], 'unverifiedExposureMax'>;
};

type Request = RequestOf<typeof subscribe>;
type Owner = { readonly userId: UserId; readonly language: UserCaller['language'] };

/**
 * Subscribes; returns the subscription when the request has an id (repeated, the first answer), else the text for
 * legacy clients. Throws `BusinessError` with the codes that the call documents, checked in that order; nothing is held
 * then.
 */
export async function subscribeTo(
  deps: SubscribeDeps,
  owner: Owner,
  request: Request,
): Promise<AnswerOf<typeof subscribe>> {
  const { db, clock } = deps;
  const once = { call: subscribe, userId: owner.userId, requestId: request.clientRequestId, request, clock };
  return checkAndRunOnce(db, once, {
    check: async () => {
      requireOrder(
        request.offeringId == null ? undefined : await findOffering(db, request.offeringId),
        request,
        clock.nowMs(),
      );
      await limitWithoutId(deps.takeTurn, { call: subscribe, userId: owner.userId, request });
    },
    run: async (tx) => {
      const held = await write(tx, deps, owner, request);
      if (request.clientRequestId === undefined) return noticeOf(owner.language, 'SUBSCRIBED');
      return readSubscription(tx, owner, held.id);
    },
  });
}

async function write(
  tx: Transaction,
  { clock, askReview, settings }: SubscribeDeps,
  { userId }: Owner,
  request: Request,
): Promise<HeldMoney> {
  const locked = request.offeringId == null ? undefined : await lockOffering(tx, request.offeringId);
  // Read again under the lock: the end may have passed meanwhile.
  const nowMs = clock.nowMs();
  const { offering, amount } = requireOrder(locked, request, nowMs);
  const at = new Date(nowMs).toISOString();
  const { id: offeringId, currencyId } = offering;
  const limit = { open: await lockOpenAmounts(tx, userId, nowMs), max: settings.unverifiedExposureMax };
  await requireRoom(tx, limit, { currency: { id: currencyId, name: offering.terms.currency }, amount });
  const id = await insertSubscription(tx, { offeringId, userId, amount, at, clientRequestId: request.clientRequestId });
  const held = { id, userId, currencyId, amount };
  await postEntries(tx, [holdEntry(held)]);
  await countIn(tx, { offeringId, userId, amount, at });
  await askReview?.(tx, 'subscription', id);
  emitSubscription(tx, held, 'pending');
  return held;
}

function requireOrder(
  offering: OfferingRecord | undefined,
  request: Request,
  nowMs: number,
): { readonly offering: OfferingRecord; readonly amount: Decimal } {
  if (offering === undefined) throw new BusinessError('OFFER_NOT_FOUND');
  const { terms } = offering;
  if (stateOf(offering, nowMs) !== 'open') {
    throw new BusinessError('OFFER_NOT_OPEN', { start: spaced(terms.startAt), end: spaced(terms.endAt) });
  }
  const amount = requireAmount(request.amount, checkSubscription(request.amount, terms));
  const { termsHash } = request;
  if (termsHash !== undefined && termsHash !== offering.termsHash) throw new BusinessError('TERMS_CHANGED');
  return { offering, amount };
}

/** `2026-01-31 12:00:00`, for display. */
function spaced(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ');
}

/**
 * Cancels a subscription before the end of its offering. Throws `BusinessError`: SUBSCRIPTION_NOT_FOUND when it is
 * missing or belongs to another user, SUBSCRIPTION_NOT_OPEN when it or its offering has ended.
 */
export async function cancel(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  owner: Owner,
  request: RequestOf<typeof cancelSubscription>,
): Promise<Subscription> {
  const { userId } = owner;
  const once = { call: cancelSubscription, userId, requestId: request.clientRequestId, request, clock };
  return runOnce(db, once, async (tx) => {
    const subscription = await lockSubscription(tx, { id: request.id, userId });
    if (subscription === undefined) throw new BusinessError('SUBSCRIPTION_NOT_FOUND');
    const { offering, status, id } = subscription;
    const nowMs = clock.nowMs();
    const isActive = status === 'pending' || status === 'passed';
    if (!isActive || stateOf(offering, nowMs) !== 'open') throw new BusinessError('SUBSCRIPTION_NOT_OPEN');
    const at = new Date(nowMs).toISOString();
    await postEntries(tx, [releaseEntry(subscription)]);
    await closeSubscription(tx, id, { status: 'cancelled', reason: null, at });
    await countOut(tx, { offeringId: offering.id, userId, amount: subscription.amount, at });
    emitSubscription(tx, subscription, 'cancelled');
    return readSubscription(tx, owner, id);
  });
}

// Reviewing a subscription: an operator, or the sandbox's autopilot, passes or rejects it.

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
    ['other subscriptions of this user', row.others],
    ['subscribed (UTC)', formatInstant(row.createdAt)],
    ['offer ends (UTC)', formatInstant(row.endAt)],
    ['reason', row.reason],
  ] as const;
  return { ...row, fields, uploads: {} };
}
