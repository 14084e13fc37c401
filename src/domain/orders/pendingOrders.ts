/** Orders that were sent and whose outcome is not known yet, kept on the device before they are sent, so that a reload does not lose them. */
import * as z from 'zod/mini';
import { placeOrder } from '@halyard/contract/calls/spot';
import { requestId } from '@halyard/contract/codec';
import { readJson, removeKey, writeJson } from '../../shared/storage/localStore.ts';
import { PENDING_ORDERS_KEY as KEY } from './forgetPendingOrders.ts';

// In wire form, so that what is read back is checked by the codec of the call.
const pendingOrder = z.object({ clientRequestId: requestId, request: placeOrder.request });
const pendingOrders = z.array(pendingOrder);

/** An order whose outcome is not known. */
export type PendingOrder = z.output<typeof pendingOrder>;

/** All of them; whatever cannot be read is as good as none. */
export function listPendingOrders(): readonly PendingOrder[] {
  const stored = z.safeDecode(pendingOrders, readJson(KEY) as z.input<typeof pendingOrders>);
  return stored.success ? stored.data : [];
}

/** Keeps an order before it is sent. */
export function keepPendingOrder(order: PendingOrder): void {
  store([...others(order.clientRequestId), order]);
}

/** Forgets an order whose outcome is known. */
export function forgetPendingOrder(clientRequestId: string): void {
  store(others(clientRequestId));
}

function others(clientRequestId: string): readonly PendingOrder[] {
  return listPendingOrders().filter((order) => order.clientRequestId !== clientRequestId);
}

function store(orders: readonly PendingOrder[]): void {
  if (orders.length === 0) removeKey(KEY);
  else writeJson(KEY, z.encode(pendingOrders, [...orders]));
}
