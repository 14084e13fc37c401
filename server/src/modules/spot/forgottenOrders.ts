import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { ForgottenOrders, OrderType, Side } from '@halyard/contract/spot/calls';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { Pruner } from '../../jobs/pruneJob.ts';
import { allOf, dayConditions, pairConditions, whenGiven, type OrderListFilter } from './orderHistory.ts';

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
export type ForgottenDay = {
  readonly day: string;
  readonly symbol: string;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly orders: number;
};

/** The same counts by day, as stored. */
export async function selectForgottenDays(
  reader: Reader,
  userId: UserId,
  filter: OrderListFilter,
): Promise<ForgottenDay[]> {
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
