/**
 * All orders and all executions of a user as CSV, newest first. Rows that exist when the reading begins appear once,
 * regardless of concurrent writes; only an order that is deleted during the reading may also be counted.
 */
import type { UserId } from '@halyard/contract/ids';
import {
  type Fill,
  FILLS_CSV_COLUMNS,
  type fillsCsvRequest,
  type Order,
  ORDERS_CSV_COLUMNS,
  type ordersCsvRequest,
} from '@halyard/contract/spot/calls';
import { quoteAmount } from '@halyard/contract/spot/rules';
import type * as z from 'zod/mini';
import { cell, csvLine, openCsv } from '../../calls/csvFile.ts';
import type { Database } from '../../db/database.ts';
import { selectForgottenDays, type ForgottenDay, selectFills, selectOrders } from './orderHistory.ts';

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
      selectOrders(db, userId, { ...filter, after: last?.id }, { limit, offset: 0 }),
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
      selectFills(db, userId, { ...filter, after: last?.id }, { limit, offset: 0 }),
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
