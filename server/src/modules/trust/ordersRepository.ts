/**
 * SQL of trust orders, and the mapping of their rows to the contract. Ids grow with time, so they define the order of a
 * list. Decimals, dates and instants are text in rows.
 */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import type { UserId, CurrencyId } from '@halyard/contract/ids';
import {
  type listTrustOrders,
  type TrustOrder,
  TRUST_CSV_COLUMNS,
  type trustCsvRequest,
  type RenewalFailure,
  type TrustOrderId,
} from '@halyard/contract/trust/calls';
import { add, decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { dateOf } from '@halyard/contract/time';
import {
  dayRate,
  endsOn,
  hashTrustTerms,
  paidAtMs,
  penaltyOf,
  remainDays,
  startsOn,
  totalInterest,
  trustTerms,
  type InterestDay,
  type Renewal,
  type TrustTerms,
} from '@halyard/contract/trust/rules';
import { cell, openCsv } from '../../calls/csvFile.ts';
import { allOf, whenGiven } from '../../calls/paging.ts';
import { emit, isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { decimalOrNull, decimalOrZero } from '../../db/decimals.ts';
import type { OrderMoney } from './ledgerEntries.ts';
import type { Row } from '../../db/rows.ts';

export type OrderStatus = 'active' | 'completed' | 'redeemed';

/** An order in the form of the rules. */
export type OrderRecord = OrderMoney & {
  readonly product: number;
  readonly days: number;
  readonly terms: TrustTerms;
  readonly termsHash: string;
  /** ISO 8601. */
  readonly boughtAt: string;
  readonly boughtOn: string;
  readonly paidDays: number;
  readonly paid: Decimal;
  readonly status: OrderStatus;
  /** Of a redeemed order. */
  readonly penalty: Decimal | null;
  readonly endedAt: string | null;
  readonly updatedAt: string;
  readonly renewal: Renewal;
  /** Agreed to for renewals; null without one. */
  readonly renewalTerms: TrustTerms | null;
  readonly renewalFailed: RenewalFailure | null;
  readonly renewedFrom: TrustOrderId | null;
  readonly renewedInto: TrustOrderId | null;
};

/** A row as {@link ORDER_COLUMNS} select it. */
export type OrderRow = Row<
  'trust_orders',
  | 'id'
  | 'user_id'
  | 'currency_id'
  | 'product'
  | 'amount'
  | 'interest'
  | 'days'
  | 'terms'
  | 'terms_hash'
  | 'bought_at'
  | 'bought_on'
  | 'paid_days'
  | 'paid'
  | 'status'
  | 'penalty'
  | 'ended_at'
  | 'updated_at'
  | 'renewal'
  | 'renewal_terms'
  | 'renewal_failed'
  | 'renewed_from'
> & { readonly renewed_into: string | null };

/** Columns of `trust_orders o`. */
const ORDER_COLUMNS = sql`o.id::text as id, o.user_id, o.currency_id, o.product, o.amount::text as amount,
  o.interest::text as interest, o.days, o.terms, o.terms_hash, ${isoText(sql`o.bought_at`)} as bought_at,
  to_char(o.bought_on, 'YYYY-MM-DD') as bought_on, o.paid_days, o.paid::text as paid, o.status,
  o.penalty::text as penalty, ${isoText(sql`o.ended_at`)} as ended_at, ${isoText(sql`o.updated_at`)} as updated_at,
  o.renewal, o.renewal_terms, o.renewal_failed, o.renewed_from::text as renewed_from,
  (select n.id::text from trust_orders n where n.renewed_from = o.id) as renewed_into`;

const orderIdOf = (id: string | null) => (id === null ? null : (Number.parseInt(id, 10) as TrustOrderId));
const termsFrom = (stored: unknown) => z.decode(trustTerms, stored as z.input<typeof trustTerms>);

function toRecord(row: OrderRow): OrderRecord {
  return {
    id: Number.parseInt(row.id, 10) as TrustOrderId,
    userId: row.user_id as UserId,
    currencyId: row.currency_id as CurrencyId,
    product: row.product,
    amount: decimal(row.amount),
    interest: decimal(row.interest),
    days: row.days,
    terms: termsFrom(row.terms),
    termsHash: row.terms_hash,
    boughtAt: row.bought_at,
    boughtOn: row.bought_on,
    paidDays: row.paid_days,
    paid: decimal(row.paid),
    status: row.status,
    penalty: decimalOrNull(row.penalty),
    endedAt: row.ended_at,
    updatedAt: row.updated_at,
    renewal: row.renewal as Renewal,
    renewalTerms: row.renewal_terms === null ? null : termsFrom(row.renewal_terms),
    renewalFailed: row.renewal_failed as RenewalFailure | null,
    renewedFrom: orderIdOf(row.renewed_from),
    renewedInto: orderIdOf(row.renewed_into),
  };
}

/** An order as the contract defines it, at an instant. */
export function toOrder(record: OrderRecord, nowMs: number): TrustOrder {
  const { terms, amount, days, boughtOn, status } = record;
  const isActive = status === 'active';
  const remain = isActive ? remainDays(boughtOn, days, nowMs) : 0;
  const penalty = isActive ? penaltyOf(amount, terms, remain) : (record.penalty ?? ZERO);
  return {
    id: record.id,
    currency: terms.currency,
    logo: '',
    amount,
    dayRate: dayRate(terms),
    paid: record.paid,
    startsOn: startsOn(boughtOn),
    endsOn: endsOn(boughtOn, days),
    days,
    status: isActive ? 'active' : 'ended',
    isRedeemed: status === 'redeemed',
    createdAt: record.boughtAt,
    updatedAt: record.updatedAt,
    penaltyNumber: penalty,
    remainDays: remain,
    penalty,
    product: record.product,
    currencyId: record.currencyId,
    interest: record.interest,
    paidDays: record.paidDays,
    boughtAt: record.boughtAt,
    boughtOn,
    endedAt: record.endedAt,
    terms,
    termsHash: record.termsHash,
    renewal: record.renewal,
    renewalTerms: record.renewalTerms,
    renewalFailed: record.renewalFailed,
    renewedInto: record.renewedInto,
    renewedFrom: record.renewedFrom,
  };
}

export type OrderFilter = Pick<RequestOf<typeof listTrustOrders>, 'status' | 'isRedeemed' | 'after'>;

export type NewOrder = Pick<OrderMoney, 'userId' | 'currencyId' | 'amount'> &
  Pick<OrderRecord, 'terms' | 'boughtAt' | 'renewal' | 'renewalTerms' | 'renewedFrom'> & {
    readonly clientRequestId: string | undefined;
  };

/** The payments of an order, and the order after them. */
export type PaidOrder = { readonly order: OrderRecord; readonly payments: readonly InterestDay[] };

async function select(reader: Reader, rest: SQL): Promise<OrderRecord[]> {
  const rows = await rowsOf<OrderRow>(reader, sql`select ${ORDER_COLUMNS} from trust_orders o ${rest}`);
  return rows.map(toRecord);
}

/** Writes an order, and counts it in the amount that all users have in its product. */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<OrderRecord> {
  const { userId, currencyId, amount, terms, boughtAt, renewalTerms } = order;
  const { product, days } = terms;
  const boughtOn = dateOf(Date.parse(boughtAt));
  await addInvested(tx, product, amount);
  const rows = await rowsOf<OrderRow>(
    tx,
    sql`insert into trust_orders as o (user_id, currency_id, product, amount, interest, days, terms, terms_hash, bought_at,
        bought_on, due_at, updated_at, client_request_id, renewal, renewal_terms, renewed_from)
      values (${userId}, ${currencyId}, ${product}, ${amount}, ${totalInterest(amount, terms)}, ${days},
        ${storedTerms(terms)}::text::jsonb, ${hashTrustTerms(terms)}, ${boughtAt},
        ${boughtOn}, ${dueAtOf({ boughtOn, paidDays: 0 })}, ${boughtAt}, ${order.clientRequestId ?? null},
        ${order.renewal}, ${renewalTerms && storedTerms(renewalTerms)}::text::jsonb, ${order.renewedFrom})
      returning ${ORDER_COLUMNS}`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a trust order was not written');
  return toRecord(row);
}

const storedTerms = (terms: TrustTerms) => JSON.stringify(z.encode(trustTerms, terms));

/** An order of a user; `isLocked` locks it until the transaction ends. */
export async function findOrder(
  reader: Reader,
  userId: UserId,
  id: TrustOrderId,
  isLocked = false,
): Promise<OrderRecord | undefined> {
  const lock = isLocked ? sql`for update` : sql``;
  return (await select(reader, sql`where o.id = ${id} and o.user_id = ${userId} ${lock}`))[0];
}

// As the partial indexes have them.
const RENEWS_NEXT = sql`o.renewal <> 'none' and o.paid_days = o.days - 1`;
const PAYS_NEXT = sql`not (${RENEWS_NEXT})`;

const isDueBy = (nowMs: number) =>
  sql`o.due_at is not null and o.due_at <= ${new Date(nowMs).toISOString()}::timestamptz`;

/**
 * Locks orders with a payment due by an instant, the earliest first, skipping locked ones; without those whose next
 * payment is the last one before a renewal.
 */
export function takeDueOrders(tx: Transaction, nowMs: number, limit: number): Promise<OrderRecord[]> {
  return select(
    tx,
    sql`where ${isDueBy(nowMs)} and ${PAYS_NEXT} order by o.due_at, o.id limit ${limit} for update skip locked`,
  );
}

/** Locks the earliest order whose last payment before a renewal is due by an instant, skipping locked ones. */
export async function takeDueRenewal(tx: Transaction, nowMs: number): Promise<OrderRecord | undefined> {
  const [first] = await select(
    tx,
    sql`where ${isDueBy(nowMs)} and ${RENEWS_NEXT} order by o.due_at, o.id limit 1 for update skip locked`,
  );
  return first;
}

/** Whether any payment is due by an instant. */
export async function isAnyDue(reader: Reader, nowMs: number): Promise<boolean> {
  const [row] = await rowsOf<{ is_due: boolean }>(
    reader,
    sql`select exists (select from trust_orders o where ${isDueBy(nowMs)} and ${PAYS_NEXT})
      or exists (select from trust_orders o where ${isDueBy(nowMs)} and ${RENEWS_NEXT}) as is_due`,
  );
  return row?.is_due === true;
}

/** Writes the renewal of an order that the caller has locked, and the terms that the user agreed to for it. */
export async function writeRenewal(
  tx: Transaction,
  { id, renewal, renewalTerms, updatedAt }: Pick<OrderRecord, 'id' | 'renewal' | 'renewalTerms' | 'updatedAt'>,
): Promise<void> {
  await tx.execute(
    sql`update trust_orders set renewal = ${renewal}, updated_at = ${updatedAt}::timestamptz,
        renewal_terms = ${renewalTerms && storedTerms(renewalTerms)}::text::jsonb
      where id = ${id}`,
  );
}

/** Writes payments and the new states of orders that the caller has locked. */
export async function writePaid(tx: Transaction, paid: readonly PaidOrder[]): Promise<void> {
  if (paid.length === 0) return;
  const orders = paid.map(({ order }) => ({
    id: order.id,
    paid_days: order.paidDays,
    paid: order.paid,
    status: order.status,
    penalty: order.penalty,
    due_at: order.status === 'active' ? dueAtOf(order) : null,
    ended_at: order.endedAt,
    updated_at: order.updatedAt,
    renewal_failed: order.renewalFailed,
  }));
  const interest = paid.flatMap(({ order, payments }) =>
    payments.map(({ day, date, amount }) => ({
      order_id: order.id,
      user_id: order.userId,
      day,
      date,
      amount,
      paid_at: order.updatedAt,
    })),
  );
  await tx.execute(
    sql`with written as (
        insert into trust_interest (order_id, day, user_id, date, amount, paid_at)
        select order_id, day, user_id, date, amount, paid_at from json_to_recordset(${JSON.stringify(interest)}::text::json)
          as i (order_id bigint, day integer, user_id integer, date date, amount numeric, paid_at timestamptz)
      )
      update trust_orders o set paid_days = n.paid_days, paid = n.paid, status = n.status, penalty = n.penalty,
        due_at = n.due_at, ended_at = n.ended_at, updated_at = n.updated_at, renewal_failed = n.renewal_failed
      from json_to_recordset(${JSON.stringify(orders)}::text::json) as n (id bigint, paid_days integer, paid numeric,
        status text, penalty numeric, due_at timestamptz, ended_at timestamptz, updated_at timestamptz, renewal_failed text)
      where o.id = n.id`,
  );
  await freeCapacity(tx, paid);
}

/** Frees the capacity of ended orders. Products are updated in their order, which avoids deadlocks. */
async function freeCapacity(tx: Transaction, paid: readonly PaidOrder[]): Promise<void> {
  const ended = new Map<number, Decimal>();
  for (const { order } of paid) {
    if (order.status === 'active') continue;
    ended.set(order.product, add(ended.get(order.product) ?? ZERO, order.amount));
  }
  for (const [product, amount] of [...ended].toSorted(([a], [b]) => a - b)) {
    await tx.execute(
      sql`update trust_products set invested = invested - ${amount}::numeric where product = ${product}`,
    );
  }
}

/** Adds to the amount that all users have in a product. */
async function addInvested(tx: Transaction, product: number, amount: Decimal): Promise<void> {
  await tx.execute(
    sql`insert into trust_products as p (product, invested) values (${product}, ${amount}::numeric)
      on conflict (product) do update set invested = p.invested + excluded.invested`,
  );
}

/** A user's orders, newest first. */
export function listOrders(
  reader: Reader,
  userId: UserId,
  filter: OrderFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<OrderRecord[]> {
  // With `after`, reading continues after that row, regardless of the page.
  const from = filter.after === undefined ? sql`offset ${offset}` : sql``;
  return select(reader, sql`where ${conditionsOf(userId, filter)} order by o.id desc limit ${limit} ${from}`);
}

/** Number of orders, and the interest paid on them. */
export async function sumOrders(reader: Reader, userId: UserId, filter: OrderFilter) {
  const [row] = await rowsOf<{ total: number; paid: string }>(
    reader,
    sql`select count(*)::int as total, coalesce(sum(o.paid), 0)::text as paid from trust_orders o
      where ${conditionsOf(userId, { ...filter, after: undefined })}`,
  );
  return { total: row?.total ?? 0, paid: decimalOrZero(row?.paid) };
}

function conditionsOf(userId: UserId, { status, isRedeemed, after }: OrderFilter): SQL {
  const redeemed = status === 'active' ? undefined : isRedeemed;
  return allOf([
    sql`o.user_id = ${userId}`,
    ...whenGiven(status, (given) => (given === 'active' ? sql`o.status = 'active'` : sql`o.status <> 'active'`)),
    ...whenGiven(redeemed, (is) => (is ? sql`o.status = 'redeemed'` : sql`o.status <> 'redeemed'`)),
    ...whenGiven(after, (id) => sql`o.id < ${id}`),
  ]);
}

/** When the next interest of an active order is paid. */
function dueAtOf({ boughtOn, paidDays }: Pick<OrderRecord, 'boughtOn' | 'paidDays'>): string {
  return new Date(paidAtMs(boughtOn, paidDays + 1)).toISOString();
}

export async function readOrdersCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof trustCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: TRUST_CSV_COLUMNS,
    cellsOf: orderCells,
    read: (limit, last: OrderRecord | undefined) =>
      listOrders(db, userId, { ...filter, after: last?.id }, { limit, offset: 0 }),
  });
}

// Missing values are empty cells.
function orderCells(order: OrderRecord): Readonly<Record<(typeof TRUST_CSV_COLUMNS)[number], string>> {
  const { terms, boughtOn, days } = order;
  return {
    bought_at: order.boughtAt,
    start_at: startsOn(boughtOn),
    end_at: endsOn(boughtOn, days),
    ended_at: order.endedAt ?? '',
    status: cell(writtenStatus(order.status)),
    amount: order.amount,
    currency: cell(terms.currency),
    days: String(days),
    interest_rate: terms.rate,
    interest: order.interest,
    interest_paid: order.paid,
    days_paid: String(order.paidDays),
    penalty: order.penalty ?? '',
    terms_hash: cell(order.termsHash),
    id: String(order.id),
    renewed_from: String(order.renewedFrom ?? ''),
    renewed_into: String(order.renewedInto ?? ''),
  };
}

/** The word for a status in files and in events of the protocol. */
const writtenStatus = (status: OrderStatus) => (status === 'active' ? 'hosting' : status);

/** Emits the status of an order. */
export function emitOrder(
  tx: Transaction,
  { id, userId, status }: Pick<OrderRecord, 'id' | 'userId' | 'status'>,
): void {
  emit(tx, { type: 'record-changed', userId, record: { subject: 'trust', id, status: writtenStatus(status) } });
}
