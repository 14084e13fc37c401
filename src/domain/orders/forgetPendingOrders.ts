/** Forgetting is apart from keeping: the first screen must be able to forget, and needs no codec for it. */
import { removeKey } from '../../shared/storage/localStore.ts';

/** Where pending orders are kept. */
export const PENDING_ORDERS_KEY = 'pending-orders';

/** Forgets all, when the session ends: nothing of the user stays on the device. */
export function forgetAllPendingOrders(): void {
  removeKey(PENDING_ORDERS_KEY);
}
