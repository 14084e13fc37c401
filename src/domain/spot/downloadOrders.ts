import * as z from 'zod/mini';
import { FILLS_CSV_PATH, fillsCsvRequest, ORDERS_CSV_PATH, ordersCsvRequest } from '@halyard/contract/spot/calls';
import { downloadFile } from '../../shared/api/downloadFile.ts';
import type { OrderFilter } from './orderData.ts';
import type { FillFilter } from './ordersApi.ts';

/** Saves the orders of a filter as a CSV file made by the exchange; all orders without a filter. */
export function downloadOrders(filter: Omit<OrderFilter, 'isOver'>) {
  return downloadFile({ path: ORDERS_CSV_PATH, query: z.encode(ordersCsvRequest, filter), name: 'orders.csv' });
}

/** Saves the executions of a filter as a CSV file made by the exchange; all executions without a filter. */
export function downloadFills(filter: FillFilter) {
  return downloadFile({ path: FILLS_CSV_PATH, query: z.encode(fillsCsvRequest, filter), name: 'fills.csv' });
}
