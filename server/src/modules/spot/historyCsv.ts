/**
 * All orders and all executions of a user as CSV, newest first. What is there when the reading begins is in the file
 * once, whatever is written meanwhile.
 */
import type { UserId } from '@halyard/contract/calls/ids';
import {
  type Fill,
  FILLS_CSV_COLUMNS,
  type fillsCsvRequest,
  type Order,
  ORDERS_CSV_COLUMNS,
  type ordersCsvRequest,
} from '@halyard/contract/calls/spot';
import { quoteAmount } from '@halyard/contract/rules/spot';
import type * as z from 'zod/mini';
import { cell, openCsv } from '../../calls/csvFile.ts';
import type { Database } from '../../db/database.ts';
import { selectFills, selectOrders } from './orderHistory.ts';

const BATCH_ROWS = 500;

type CellsOf<Columns extends readonly string[]> = Readonly<Record<Columns[number], string>>;

/** The user's orders, each as it stands when its line is read. Errors: RANGE_INVALID. */
export async function readOrdersCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof ordersCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: ORDERS_CSV_COLUMNS,
    batchRows: BATCH_ROWS,
    cellsOf: orderCells,
    read: (limit, last: Order | undefined) =>
      selectOrders(db, userId, { ...filter, after: last?.id }, { limit, offset: 0 }),
  });
}

/** The user's executions. Errors: RANGE_INVALID. */
export async function readFillsCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof fillsCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: FILLS_CSV_COLUMNS,
    batchRows: BATCH_ROWS,
    cellsOf: fillCells,
    read: (limit, last: Fill | undefined) =>
      selectFills(db, userId, { ...filter, after: last?.id }, { limit, offset: 0 }),
  });
}

// What an order does not have is an empty cell.
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

/** The cells that both files have. Prices, quantities and fees are digits and a point, and must stay numbers. */
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
