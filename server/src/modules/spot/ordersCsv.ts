/** All orders of a user as CSV. */
import { type Order, ORDERS_CSV_COLUMNS, type ordersCsvRequest } from '@halyard/contract/calls/spot';
import type { UserId } from '@halyard/contract/calls/ids';
import type * as z from 'zod/mini';
import { cell } from '../../calls/csvFile.ts';
import type { Database } from '../../db/database.ts';
import { openHistoryCsv, sharedCells } from './historyCsv.ts';
import { selectOrders } from './orderHistory.ts';

type Columns = Readonly<Record<(typeof ORDERS_CSV_COLUMNS)[number], string>>;

/**
 * The file in pieces: the header row, then a line for each order, newest first. An order that is there when the reading begins is in it once, as it stands
 * when its line is read. Errors: RANGE_INVALID.
 */
export async function readOrdersCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof ordersCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openHistoryCsv({ columns: ORDERS_CSV_COLUMNS, cellsOf }, (after: Order['id'] | undefined, page) =>
    selectOrders(db, userId, { ...filter, after }, page),
  );
}

// What an order does not have is an empty cell.
function cellsOf(order: Order): Columns {
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
