/** The SQL of a user's own orders and fills. */
import { sql, type SQL } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId, FillId, OrderId, UserId } from '@halyard/contract/calls/ids';
import type { Fill, listFills, listOrders, Order, Side } from '@halyard/contract/calls/spot';
import { decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { toMarketRecord, type MarketRecord, type MarketRow } from '../../market/marketRecord.ts';
import { toSpotOrder, type OrderRow } from './orderRow.ts';
import { toOrder, type SpotOrder } from './spotOrder.ts';

/** Which rows of a list to read. */
export type Page = { readonly offset: number; readonly limit: number };

type PairRow = { base_id: number; quote_id: number; symbol: string; base: string; quote: string };
type FillRow = PairRow & {
  id: number;
  order_id: number;
  side: Side;
  price: string;
  quantity: string;
  fee: string;
  role: 'maker' | 'taker';
  at: string;
};

/** Locks the market of a user's order until the transaction ends and reads both; `undefined` when the user has no such order. */
export async function openOrder(
  tx: Transaction,
  userId: UserId,
  orderId: OrderId,
): Promise<{ readonly order: SpotOrder; readonly market: MarketRecord } | undefined> {
  const locked = await rowsOf(
    tx,
    sql`select m.id from markets m
      where m.id = (select o.market_id from spot_orders o where o.id = ${orderId} and o.user_id = ${userId})
      for no key update`,
  );
  if (locked.length === 0) return undefined;
  // A statement of its own, so that it sees the fills that the lock was waited for.
  const [row] = await rowsOf<{ order: OrderRow; market: MarketRow }>(
    tx,
    sql`select spot_order_json(o) as order, row_to_json(r) as market
      from spot_orders o join market_records r on r.id = o.market_id where o.id = ${orderId}`,
  );
  return row && { order: toSpotOrder(row.order), market: toMarketRecord(row.market) };
}

/** Marks a waiting order as cancelled and holding nothing. The caller holds the market's lock. */
export async function markCancelled(tx: Transaction, orderId: OrderId, at: string): Promise<void> {
  await tx.execute(
    sql`update spot_orders set status = 'cancelled', held_amount = 0, updated_at = ${at}::timestamptz where id = ${orderId}`,
  );
}

/** A user's orders, newest first. */
export async function selectOrders(
  reader: Reader,
  userId: UserId,
  filter: RequestOf<typeof listOrders>,
  { limit, offset }: Page,
): Promise<Order[]> {
  const conditions = [
    sql`o.user_id = ${userId}`,
    ...pairConditions(filter),
    ...whenGiven(filter.status, (status) => sql`o.status = ${status}`),
    ...whenGiven(filter.clientRequestId, (id) => sql`o.client_request_id = ${id}`),
  ];
  const rows = await rowsOf<PairRow & { order: OrderRow }>(
    reader,
    sql`select spot_order_json(o) as order, r.base_id, r.quote_id, r.symbol, r.base, r.quote
      from spot_orders o join market_records r on r.id = o.market_id
      where ${sql.join(conditions, sql` and `)} order by o.id desc limit ${limit} offset ${offset}`,
  );
  return rows.map((row) => toOrder(toSpotOrder(row.order), toPair(row)));
}

/** A user's executions, newest first. He is on one side of each, since nobody trades with himself. */
export async function selectFills(
  reader: Reader,
  userId: UserId,
  filter: RequestOf<typeof listFills>,
  { limit, offset }: Page,
): Promise<Fill[]> {
  const conditions = [
    sql`o.user_id = ${userId}`,
    ...pairConditions(filter),
    ...whenGiven(filter.orderId, (id) => sql`o.id = ${id}`),
  ];
  const asRole = (role: 'maker' | 'taker', orderId: SQL, fee: SQL) => sql`
    select f.id, o.id as order_id, o.side, f.price::text as price, f.quantity::text as quantity, ${fee}::text as fee, ${role}::text as role,
      to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      r.base_id, r.quote_id, r.symbol, r.base, r.quote
    from spot_orders o join spot_fills f on ${orderId} = o.id join market_records r on r.id = o.market_id
    where ${sql.join(conditions, sql` and `)}`;
  const rows = await rowsOf<FillRow>(
    reader,
    sql`${asRole('taker', sql`f.taker_order_id`, sql`f.taker_fee`)} union all ${asRole('maker', sql`f.maker_order_id`, sql`f.maker_fee`)}
      order by id desc limit ${limit} offset ${offset}`,
  );
  return rows.map(toFill);
}

function pairConditions(filter: { baseId?: CurrencyId | undefined; quoteId?: CurrencyId | undefined }): SQL[] {
  return [
    ...whenGiven(filter.baseId, (id) => sql`r.base_id = ${id}`),
    ...whenGiven(filter.quoteId, (id) => sql`r.quote_id = ${id}`),
  ];
}

function whenGiven<T>(value: T | undefined, condition: (value: T) => SQL): SQL[] {
  return value === undefined ? [] : [condition(value)];
}

function toPair(row: PairRow) {
  const { symbol, base, quote } = row;
  return { symbol, base, quote, baseId: row.base_id as CurrencyId, quoteId: row.quote_id as CurrencyId };
}

function toFill(row: FillRow): Fill {
  const { symbol, base, quote, baseId, quoteId } = toPair(row);
  return {
    id: row.id as FillId,
    orderId: row.order_id as OrderId,
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
