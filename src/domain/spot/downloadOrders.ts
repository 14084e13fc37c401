/** Orders and executions as CSV files, made by the exchange, by the filters of their lists. */
import * as z from 'zod/mini';
import { FILLS_CSV_PATH, fillsCsvRequest, ORDERS_CSV_PATH, ordersCsvRequest } from '@halyard/contract/spot/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { OrderFilter } from './orderData.ts';
import type { FillFilter } from './ordersApi.ts';

/** Reads the orders of a filter, all of them without one, and hands the file to the user. */
export function downloadOrders(filter: Omit<OrderFilter, 'isOver'>) {
  return downloadFile({ path: ORDERS_CSV_PATH, query: z.encode(ordersCsvRequest, filter), name: 'orders.csv' });
}

/** Reads the executions of a filter, all of them without one, and hands the file to the user. */
export function downloadFills(filter: FillFilter) {
  return downloadFile({ path: FILLS_CSV_PATH, query: z.encode(fillsCsvRequest, filter), name: 'fills.csv' });
}
