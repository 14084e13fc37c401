/**
 * SQL of a user's own orders and fills, as lists.
 *
 * Ids grow with time, so they define both the order of a list and the position in it. A page is read along the index of
 * the user's orders or executions, and only its own rows are serialised.
 */
import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId, FillId, OrderId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import {
  FILLS_CSV_COLUMNS,
  ORDERS_CSV_COLUMNS,
  type Fill,
  type fillsCsvRequest,
  type ForgottenOrders,
  type listFills,
  type listOrders,
  type Order,
  type ordersCsvRequest,
  type OrderType,
  type Side,
} from '@halyard/contract/spot/calls';
import { quoteAmount } from '@halyard/contract/spot/rules';
import { cell, csvLine, openCsv } from '../../calls/csvFile.ts';
import { allOf, dayRangeOf, whenGiven, type Page } from '../../calls/paging.ts';
import { isoText, rowsOf, type Database, type Reader } from '../../db/database.ts';
import type { Pruner } from '../../jobs/job.ts';
import { toSpotOrder, type OrderRow } from './orderRows.ts';
import { toOrder } from './spotOrder.ts';

type OrderListFilter = RequestOf<typeof listOrders>;
type FillListFilter = RequestOf<typeof listFills>;

type PairRow = { base_id: number; quote_id: number; symbol: string; base: string; quote: string };
type OrderPairRow = PairRow & { order: OrderRow; price_precision: number };
type FillRow = PairRow & {
  id: string;
  order_id: string;
  side: Side;
  price: string;
  quantity: string;
  fee: string;
  role: 'maker' | 'taker';
  at: string;
};

/** A user's orders, newest first. Throws `BusinessError('RANGE_INVALID')`. */
export async function selectOrders(
  reader: Reader,
  userId: UserId,
  filter: OrderListFilter,
  page: Page,
): Promise<Order[]> {
  const conditions = [
    sql`o.user_id = ${userId}`,
    ...pairConditions(filter, sql`o.market_id`),
    ...whenGiven(filter.side, (side) => sql`o.side = ${side}`),
    ...whenGiven(filter.orderType, (orderType) => sql`o.order_type = ${orderType}`),
    ...dayConditions(filter, sql`o.created_at`),
    ...whenGiven(filter.status, (status) => sql`o.status = ${status}`),
    ...(filter.isOver === true ? [sql`o.status <> 'waiting'`] : []),
    ...whenGiven(filter.clientRequestId, (id) => sql`o.client_request_id = ${id}`),
    ...whenGiven(filter.groupId, (id) => sql`o.group_id = ${id}`),
    ...whenGiven(filter.after, (id) => sql`o.id < ${id}`),
  ];
  return ordersOf(reader, sql`where ${allOf(conditions)} order by o.id desc ${windowOf(page, filter.after)}`);
}

/** The user's orders with these ids, newest first. */
export async function selectOrdersById(reader: Reader, userId: UserId, ids: readonly OrderId[]): Promise<Order[]> {
  return ordersOf(reader, sql`where o.user_id = ${userId} and o.id = any(${sql.param(ids)}::bigint[])`);
}

async function ordersOf(reader: Reader, which: SQL): Promise<Order[]> {
  const rows = await rowsOf<OrderPairRow>(
    reader,
    sql`select spot_order_json(o.*::spot_orders) as order, r.base_id, r.quote_id, r.symbol, r.base, r.quote, r.price_precision
      from (select o.* from spot_orders o ${which}) o
      join market_records r on r.id = o.market_id
      order by o.id desc`,
  );
  return rows.map((row) =>
    toOrder(toSpotOrder(row.order), { ...toPair(row), terms: { pricePrecision: row.price_precision } }),
  );
}

/**
 * A user's executions, newest first. The user is on one side of each, since own orders never trade with each other.
 * Throws `BusinessError('RANGE_INVALID')`.
 */
export async function selectFills(reader: Reader, userId: UserId, filter: FillListFilter, page: Page): Promise<Fill[]> {
  const last = filter.after === undefined ? page.offset + page.limit : page.limit;
  // The newest rows of each role along its own index, as many as the page may need. They contain everything but the
  // order type, so orders are not joined.
  const ofRole = (role: SQL, side: SQL) => {
    const conditions = [
      sql`f.${role}_user_id = ${userId}`,
      ...pairConditions(filter, sql`f.market_id`),
      ...dayConditions(filter, sql`f.created_at`),
      ...whenGiven(filter.side, (wanted) => sql`${side} = ${wanted}`),
      ...whenGiven(filter.orderId, (id) => sql`f.${role}_order_id = ${id}`),
      ...whenGiven(
        filter.orderType,
        (orderType) => sql`(select o.order_type from spot_orders o where o.id = f.${role}_order_id) = ${orderType}`,
      ),
      ...whenGiven(filter.after, (id) => sql`f.id < ${id}`),
    ];
    return sql`(
      select f.id, f.market_id, f.${role}_order_id as order_id, ${side} as side, f.price, f.quantity, f.${role}_fee as fee, '${role}' as role, f.created_at
      from spot_fills f where ${allOf(conditions)} order by f.id desc limit ${last})`;
  };
  const rows = await rowsOf<FillRow>(
    reader,
    sql`select f.id, f.order_id, f.side, f.price::text as price, f.quantity::text as quantity, f.fee::text as fee, f.role,
        ${isoText(sql`f.created_at`)} as at, r.base_id, r.quote_id, r.symbol, r.base, r.quote
      from (
        ${ofRole(sql`taker`, sql`f.taker_side`)}
        union all
        ${ofRole(sql`maker`, sql`case f.taker_side when 'buy' then 'sell' else 'buy' end`)}
        order by id desc ${windowOf(page, filter.after)}
      ) f
      join market_records r on r.id = f.market_id
      order by f.id desc`,
  );
  return rows.map(toFill);
}

// As arrays, which are looked up once and never joined.
function pairConditions({ baseId, quoteId }: OrderListFilter | FillListFilter, marketId: SQL): SQL[] {
  return [
    ...whenGiven(baseId, (id) => sql`${marketId} = any (array(select m.id from markets m where m.base_id = ${id}))`),
    ...whenGiven(quoteId, (id) => sql`${marketId} = any (array(select m.id from markets m where m.quote_id = ${id}))`),
  ];
}

function dayConditions(filter: OrderListFilter | FillListFilter, at: SQL): SQL[] {
  const { fromAt, untilAt } = dayRangeOf(filter);
  return [
    ...whenGiven(fromAt, (instant) => sql`${at} >= ${instant}::timestamptz`),
    ...whenGiven(untilAt, (instant) => sql`${at} < ${instant}::timestamptz`),
  ];
}

/** The window of a page; a list that continues after a row has no offset. */
function windowOf({ limit, offset }: Page, after: number | undefined): SQL {
  return after === undefined ? sql`limit ${limit} offset ${offset}` : sql`limit ${limit}`;
}

function toPair(row: PairRow) {
  const { symbol, base, quote } = row;
  return { symbol, base, quote, baseId: row.base_id as CurrencyId, quoteId: row.quote_id as CurrencyId };
}

function toFill(row: FillRow): Fill {
  const { symbol, base, quote, baseId, quoteId } = toPair(row);
  return {
    id: Number.parseInt(row.id, 10) as FillId,
    orderId: Number.parseInt(row.order_id, 10) as OrderId,
    baseId,
    quoteId,
    symbol,
    side: row.side,
    price: decimal(row.price),
    quantity: decimal(row.quantity),
    fee: decimal(row.fee),
    feeCurrency: row.side === 'buy' ? base : quote,
    role: row.role,
    at: row.at,
  };
}

/** Deletes the details of old orders that were cancelled without an execution; their counts stay. */
export const forgetOrders: Pruner = async (tx, nowMs, rowsMax) => {
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select spot_forget(${new Date(nowMs).toISOString()}, ${rowsMax}) as count`,
  );
  return row?.count ?? 0;
};

/** Number of a user's deleted orders by month, newest first. Throws `BusinessError('RANGE_INVALID')`. */
export async function countForgotten(
  reader: Reader,
  userId: UserId,
  filter: OrderListFilter,
): Promise<ForgottenOrders[]> {
  return rowsOf<ForgottenOrders>(
    reader,
    sql`select to_char(f.day, 'YYYY-MM') as month, sum(f.orders)::int as orders
      from spot_forgotten_orders f where ${conditionOf(userId, filter)} group by 1 order by 1 desc`,
  );
}

/** Orders of one day, market, side and type. */
type ForgottenDay = {
  readonly day: string;
  readonly symbol: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly orders: number;
};

/** The same counts by day, as stored. */
async function selectForgottenDays(reader: Reader, userId: UserId, filter: OrderListFilter): Promise<ForgottenDay[]> {
  return rowsOf<ForgottenDay>(
    reader,
    sql`select f.day::text as day, m.symbol, f.side, f.order_type as "orderType", f.orders
      from spot_forgotten_orders f join markets m on m.id = f.market_id
      where ${conditionOf(userId, filter)} order by f.day desc, m.symbol, f.side, f.order_type`,
  );
}

function conditionOf(userId: UserId, filter: OrderListFilter): SQL {
  return allOf([
    sql`f.user_id = ${userId}`,
    ...pairConditions(filter, sql`f.market_id`),
    ...whenGiven(filter.side, (side) => sql`f.side = ${side}`),
    ...whenGiven(filter.orderType, (orderType) => sql`f.order_type = ${orderType}`),
    ...dayConditions(filter, sql`(f.day::timestamp at time zone 'UTC')`),
    ...whenGiven(filter.status, (status) => (status === 'cancelled' ? sql`true` : sql`false`)),
  ]);
}

// All orders and all executions of a user as CSV, newest first. Rows that exist when the reading begins appear once,
// regardless of concurrent writes; only an order that is deleted during the reading may also be counted.

type CellsOf<Columns extends readonly string[]> = Readonly<Record<Columns[number], string>>;

/**
 * The user's orders, each in its state when its line is read, then the counts of deleted orders. Errors: RANGE_INVALID.
 */
export async function readOrdersCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof ordersCsvRequest>,
): Promise<AsyncGenerator<string>> {
  const orders = await openCsv({
    columns: ORDERS_CSV_COLUMNS,
    cellsOf: orderCells,
    read: (limit, last: Order | undefined) =>
      selectOrders(db, userId, { ...filter, after: last?.id }, { page: 1, limit, offset: 0 }),
  });
  return withForgotten(orders, () => selectForgottenDays(db, userId, filter));
}

async function* withForgotten(
  orders: AsyncGenerator<string>,
  readDays: () => Promise<readonly ForgottenDay[]>,
): AsyncGenerator<string> {
  yield* orders;
  const days = await readDays();
  if (days.length > 0) yield days.map((day) => csvLine(ORDERS_CSV_COLUMNS, forgottenCells(day))).join('');
}

/** The user's executions. Errors: RANGE_INVALID. */
export async function readFillsCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof fillsCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: FILLS_CSV_COLUMNS,
    cellsOf: fillCells,
    read: (limit, last: Fill | undefined) =>
      selectFills(db, userId, { ...filter, after: last?.id }, { page: 1, limit, offset: 0 }),
  });
}

// Missing values are empty cells.
function orderCells(order: Order): CellsOf<typeof ORDERS_CSV_COLUMNS> {
  return {
    ...sharedCells(order),
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    type: cell(order.orderType),
    time_in_force: cell(order.timeInForce),
    post_only: String(order.isPostOnly),
    stop_price: order.stopPrice ?? '',
    price: order.price ?? '',
    filled: order.filledQuantity ?? '',
    average_price: order.averagePrice ?? '',
    fee: order.fee ?? '',
    status: cell(order.status),
    cancel_reason: cell(order.cancelReason ?? ''),
    orders: '1',
    group_id: order.groupId === undefined ? '' : String(order.groupId),
    leg: cell(order.leg ?? ''),
    expires_at: order.expiresAt ?? '',
    trail_fraction: order.trailFraction ?? '',
    trail_amount: order.trailAmount ?? '',
    activation_price: order.activationPrice ?? '',
    extreme_price: order.extremePrice ?? '',
  };
}

const NOTHING = Object.fromEntries(ORDERS_CSV_COLUMNS.map((name) => [name, ''])) as CellsOf<typeof ORDERS_CSV_COLUMNS>;

function forgottenCells({ day, symbol, side, orderType, orders }: ForgottenDay): CellsOf<typeof ORDERS_CSV_COLUMNS> {
  return {
    ...NOTHING,
    created_at: `${day}T00:00:00.000Z`,
    pair: cell(symbol),
    side: cell(side),
    type: cell(orderType),
    filled: '0',
    status: 'cancelled',
    orders: String(orders),
  };
}

function fillCells(fill: Fill): CellsOf<typeof FILLS_CSV_COLUMNS> {
  return {
    ...sharedCells(fill),
    at: fill.at,
    price: fill.price,
    total: quoteAmount(fill.quantity, fill.price),
    fee: fill.fee,
    role: cell(fill.role),
    order_id: String(fill.orderId),
  };
}

/** The cells that both files have. Prices, quantities and fees are plain numbers and must stay so. */
function sharedCells(
  row: Pick<Order | Fill, 'id' | 'symbol' | 'side' | 'quantity'> & { readonly feeCurrency?: string | undefined },
) {
  return {
    pair: cell(row.symbol),
    side: cell(row.side),
    quantity: row.quantity,
    fee_currency: cell(row.feeCurrency ?? ''),
    id: String(row.id),
  };
}
