import { sql, type SQL } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId, OfferingId, SubscriptionId, UserId } from '@halyard/contract/ids';
import type { listSubscriptions, Subscription } from '@halyard/contract/launchpad/calls';
import type { Language } from '@halyard/contract/languages';
import { decimal, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import type { HeldMoney } from './ledgerEntries.ts';
import { lockOffering } from './offeringsRepository.ts';
import type { OfferingRecord } from './offeringRow.ts';
import {
  SUBSCRIPTION_COLUMNS,
  toSubscription,
  type SavedSubscription,
  type SubscriptionRow,
} from './subscriptionRow.ts';

const FROM = sql`from subscriptions s join offers o on o.id = s.offer_id`;

export type NewSubscription = {
  readonly offerId: OfferingId;
  readonly userId: UserId;
  readonly amount: Decimal;
  readonly at: string;
  readonly clientRequestId: string | undefined;
};

export async function insertSubscription(tx: Transaction, order: NewSubscription): Promise<SubscriptionId> {
  const [row] = await rowsOf<{ id: SubscriptionId }>(
    tx,
    sql`insert into subscriptions (offer_id, user_id, amount, client_request_id, created_at, updated_at)
      values (${order.offerId}, ${order.userId}, ${order.amount}, ${order.clientRequestId ?? null}, ${order.at}, ${order.at})
      returning id`,
  );
  if (row === undefined) throw new Error('a subscription was not written');
  return row.id;
}

/** Selects subscriptions of a user; all given fields must match. */
export type SubscriptionFilter = Pick<RequestOf<typeof listSubscriptions>, 'status' | 'offerId'> & {
  readonly before?: SubscriptionId | undefined;
};

/** A user's subscriptions, newest first. */
export async function selectSubscriptions(
  reader: Reader,
  owner: { readonly userId: UserId; readonly language: Language },
  filter: SubscriptionFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Subscription[]> {
  const rows = await rowsOf<SubscriptionRow>(
    reader,
    sql`select ${SUBSCRIPTION_COLUMNS} ${FROM} where ${conditionsOf(owner.userId, filter)}
      order by s.id desc limit ${limit} offset ${offset}`,
  );
  return rows.map((row) => toSubscription(row, owner.language));
}

/** Number of subscriptions, and their delivered interest. */
export async function sumSubscriptions(reader: Reader, userId: UserId, filter: SubscriptionFilter) {
  const [row] = await rowsOf<{ total: number; interest: string }>(
    reader,
    sql`select count(*)::int as total, coalesce(sum(s.interest) filter (where s.status = 'completed'), 0)::text as interest
      ${FROM} where ${conditionsOf(userId, filter)}`,
  );
  return { total: row?.total ?? 0, totalInterest: decimal(row?.interest ?? '0') };
}

/** A subscription of a user. Throws when it is missing. */
export async function readSubscription(
  reader: Reader,
  owner: { readonly userId: UserId; readonly language: Language },
  id: SubscriptionId,
): Promise<Subscription> {
  const [row] = await rowsOf<SubscriptionRow>(
    reader,
    sql`select ${SUBSCRIPTION_COLUMNS} ${FROM} where s.id = ${id} and s.user_id = ${owner.userId}`,
  );
  if (row === undefined) throw new Error(`there is no subscription ${id}`);
  return toSubscription(row, owner.language);
}

const STATUSES: Readonly<Record<Subscription['status'], SQL>> = {
  subscribing: sql`s.status in ('pending', 'passed')`,
  locked: sql`s.status = 'locked'`,
  over: sql`s.status in ('rejected', 'cancelled', 'completed')`,
};

function conditionsOf(userId: UserId, { status, offerId, before }: SubscriptionFilter): SQL {
  const conditions = [
    sql`s.user_id = ${userId}`,
    ...(status === undefined ? [] : [STATUSES[status]]),
    ...(offerId === undefined ? [] : [sql`s.offer_id = ${offerId}`]),
    ...(before === undefined ? [] : [sql`s.id < ${before}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** A subscription to decide on, with its offering; both are locked. */
export type LockedSubscription = HeldMoney & { readonly status: SavedSubscription; readonly offering: OfferingRecord };

/** Locks a subscription after its offering. */
export async function lockSubscription(
  tx: Transaction,
  { id, userId }: { readonly id: number; readonly userId?: UserId },
): Promise<LockedSubscription | undefined> {
  const [found] = await rowsOf<{ offer_id: OfferingId }>(
    tx,
    sql`select offer_id from subscriptions where id = ${id} and user_id = coalesce(${userId ?? null}::int, user_id)`,
  );
  const offering = found && (await lockOffering(tx, found.offer_id));
  if (offering === undefined) return undefined;
  const [row] = await rowsOf<{ id: SubscriptionId; user_id: UserId; amount: string; status: SavedSubscription }>(
    tx,
    sql`select id, user_id, amount::text as amount, status from subscriptions where id = ${id}`,
  );
  if (row === undefined) return undefined;
  const currencyId: CurrencyId = offering.currencyId;
  return { id: row.id, userId: row.user_id, currencyId, amount: decimal(row.amount), status: row.status, offering };
}

/** Ends or passes a subscription; the caller has locked it. */
export async function closeSubscription(
  tx: Transaction,
  id: SubscriptionId,
  { status, reason, at }: { readonly status: SavedSubscription; readonly reason: string | null; readonly at: string },
): Promise<void> {
  await tx.execute(
    sql`update subscriptions set status = ${status}, reason = ${reason}, updated_at = ${at} where id = ${id}`,
  );
}
