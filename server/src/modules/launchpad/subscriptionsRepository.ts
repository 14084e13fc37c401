/** SQL of subscriptions, and the mapping of their rows to the contract. */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId, OfferingId, UserId, SubscriptionId } from '@halyard/contract/ids';
import {
  type listSubscriptions,
  type Subscription,
  type SubscriptionState,
  SUBSCRIPTIONS_CSV_COLUMNS,
  type subscriptionsCsvRequest,
} from '@halyard/contract/launchpad/calls';
import type { Language } from '@halyard/contract/languages';
import { decimal, type Decimal, subtract, ZERO } from '@halyard/contract/money';
import { coinsOf, demandOf, interestOf, offeringTerms } from '@halyard/contract/launchpad/terms';
import { reasonOf } from '../../calls/messages.ts';
import { cell, openCsv } from '../../calls/csvFile.ts';
import { allOf, whenGiven } from '../../calls/paging.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrNull, decimalOrZero } from '../../db/decimals.ts';
import type { HeldMoney } from './ledgerEntries.ts';
import { lockOffering, type OfferingRecord } from './offeringsRepository.ts';
import type { Row } from '../../db/rows.ts';

export type SavedSubscription = 'pending' | 'passed' | 'rejected' | 'cancelled' | 'locked' | 'completed';

export type SubscriptionRow = Row<
  'offering_subscriptions',
  | 'id'
  | 'user_id'
  | 'offering_id'
  | 'amount'
  | 'status'
  | 'reason'
  | 'coins'
  | 'interest'
  | 'paid'
  | 'created_at'
  | 'updated_at'
> & {
  readonly currency_id: CurrencyId;
  readonly terms: object;
  readonly terms_hash: string;
  readonly unlock_at: string | null;
};

/** Columns of `offering_subscriptions s join offerings o`. */
const SUBSCRIPTION_COLUMNS = sql`s.id, s.user_id, s.offering_id, o.currency_id, o.terms, o.terms_hash,
  ${isoText(sql`o.unlock_at`)} as unlock_at, s.amount::text as amount, s.status, s.reason, s.coins::text as coins,
  s.interest::text as interest, s.paid::text as paid, ${isoText(sql`s.created_at`)} as created_at,
  ${isoText(sql`s.updated_at`)} as updated_at`;

const STATES: Readonly<Record<SavedSubscription, SubscriptionState>> = {
  pending: 'reviewing',
  passed: 'passed',
  rejected: 'rejected',
  cancelled: 'cancelled',
  locked: 'locked',
  completed: 'completed',
};

const STATUSES: Readonly<Record<SavedSubscription, Subscription['status']>> = {
  pending: 'subscribing',
  passed: 'subscribing',
  rejected: 'over',
  cancelled: 'over',
  locked: 'locked',
  completed: 'over',
};

const REVIEWS: Readonly<Record<SavedSubscription, Subscription['review']>> = {
  pending: 'pending',
  passed: 'passed',
  rejected: 'refused',
  cancelled: 'refused',
  locked: 'passed',
  completed: 'passed',
};

function toSubscription(row: SubscriptionRow, language: Language): Subscription {
  const terms = z.decode(offeringTerms, row.terms as z.input<typeof offeringTerms>);
  const amount = decimal(row.amount);
  const isBack = REVIEWS[row.status] === 'refused';
  const allotted = decimalOrNull(row.coins);
  const paid = decimalOrNull(row.paid);
  const coins = allotted ?? coinsOf(demandOf(amount, terms), terms);
  const interest = row.interest === null ? interestOf(coins, terms) : decimal(row.interest);
  return {
    id: row.id,
    userId: row.user_id,
    offeringId: row.offering_id,
    currencyId: row.currency_id,
    currency: terms.currency,
    coin: terms.coin,
    unitPlaces: terms.unitPlaces,
    amount,
    coins,
    price: terms.price,
    interest,
    interestRate: terms.interestRate,
    lockDays: terms.lockDays,
    status: STATUSES[row.status],
    review: REVIEWS[row.status],
    deliveredInterest: row.status === 'completed' ? interest : ZERO,
    onlineAt: terms.onlineAt,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    state: STATES[row.status],
    at: row.created_at,
    endAt: terms.endAt,
    allotted,
    paid,
    released: isBack ? amount : paid && subtract(amount, paid),
    unlockAt: allotted === null ? null : row.unlock_at,
    reason: row.reason === null ? null : reasonOf(language, row.reason),
    termsHash: row.terms_hash,
  };
}

const FROM = sql`from offering_subscriptions s join offerings o on o.id = s.offering_id`;

export type NewSubscription = {
  readonly offeringId: OfferingId;
  readonly userId: UserId;
  readonly amount: Decimal;
  readonly at: string;
  readonly clientRequestId: string | undefined;
};

export async function insertSubscription(tx: Transaction, order: NewSubscription): Promise<SubscriptionId> {
  const [row] = await rowsOf<{ id: SubscriptionId }>(
    tx,
    sql`insert into offering_subscriptions (offering_id, user_id, amount, client_request_id, created_at, updated_at)
      values (${order.offeringId}, ${order.userId}, ${order.amount}, ${order.clientRequestId ?? null}, ${order.at}, ${order.at})
      returning id`,
  );
  if (row === undefined) throw new Error('a subscription was not written');
  return row.id;
}

/** Selects subscriptions of a user; all given fields must match. */
type SubscriptionFilter = Pick<RequestOf<typeof listSubscriptions>, 'status' | 'offeringId'> & {
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
  return { total: row?.total ?? 0, totalInterest: decimalOrZero(row?.interest) };
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

const STATUS_CONDITIONS: Readonly<Record<Subscription['status'], SQL>> = {
  subscribing: sql`s.status in ('pending', 'passed')`,
  locked: sql`s.status = 'locked'`,
  over: sql`s.status in ('rejected', 'cancelled', 'completed')`,
};

function conditionsOf(userId: UserId, { status, offeringId, before }: SubscriptionFilter): SQL {
  return allOf([
    sql`s.user_id = ${userId}`,
    ...whenGiven(status, (given) => STATUS_CONDITIONS[given]),
    ...whenGiven(offeringId, (id) => sql`s.offering_id = ${id}`),
    ...whenGiven(before, (id) => sql`s.id < ${id}`),
  ]);
}

/** A subscription to decide on, with its offering; both are locked. */
type LockedSubscription = HeldMoney & { readonly status: SavedSubscription; readonly offering: OfferingRecord };

/** Locks a subscription after its offering. */
export async function lockSubscription(
  tx: Transaction,
  { id, userId }: { readonly id: number; readonly userId?: UserId },
): Promise<LockedSubscription | undefined> {
  const [found] = await rowsOf<{ offering_id: OfferingId }>(
    tx,
    sql`select offering_id from offering_subscriptions where id = ${id} and user_id = coalesce(${userId ?? null}::int, user_id)`,
  );
  const offering = found && (await lockOffering(tx, found.offering_id));
  if (offering === undefined) return undefined;
  const [row] = await rowsOf<{ id: SubscriptionId; user_id: UserId; amount: string; status: SavedSubscription }>(
    tx,
    sql`select id, user_id, amount::text as amount, status from offering_subscriptions where id = ${id}`,
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
    sql`update offering_subscriptions set status = ${status}, reason = ${reason}, updated_at = ${at} where id = ${id}`,
  );
}

export async function readSubscriptionsCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof subscriptionsCsvRequest>,
): Promise<AsyncGenerator<string>> {
  const owner = { userId, language: 'en' } as const;
  return openCsv({
    columns: SUBSCRIPTIONS_CSV_COLUMNS,
    cellsOf,
    read: (limit, last: Subscription | undefined) =>
      selectSubscriptions(db, owner, { ...filter, before: last?.id }, { limit, offset: 0 }),
  });
}

// Missing values are empty cells.
function cellsOf(own: Subscription): Readonly<Record<(typeof SUBSCRIPTIONS_CSV_COLUMNS)[number], string>> {
  return {
    at: own.at,
    coin: cell(own.coin),
    price: own.price,
    currency: cell(own.currency),
    amount: own.amount,
    state: own.state,
    allotted: own.allotted ?? '',
    interest: own.allotted === null ? '' : own.interest,
    paid: own.paid ?? '',
    released: own.released ?? '',
    unlock_at: own.unlockAt ?? '',
    terms_hash: own.termsHash,
    id: String(own.id),
  };
}
