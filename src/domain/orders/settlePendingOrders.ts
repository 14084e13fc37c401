/** Finds out, when the app starts, what became of the orders whose answer never came. */
import type { Order } from '@halyard/contract/calls/spot';
import { createAppThunk } from '../../shared/store/typed.ts';
import { forgetPendingOrder, listPendingOrders } from './pendingOrders.ts';
import { ordersApi } from './ordersApi.ts';

/** What became of one of them: the order, or nothing when the exchange never took it. Orders of which nothing is known are left out and asked for again next time. */
export type PendingOutcome = { readonly order: Order | undefined };

/** Asks for each pending order; those that are settled are forgotten. */
export const settlePendingOrders = createAppThunk(
  'orders/settlePending',
  async (_none: void, { dispatch }): Promise<readonly PendingOutcome[]> => {
    const outcomes: PendingOutcome[] = [];
    for (const { clientRequestId } of listPendingOrders()) {
      const found = await dispatch(
        ordersApi.endpoints.findOrder.initiate(clientRequestId, { forceRefetch: true, subscribe: false }),
      );
      if (found.error !== undefined) continue;
      forgetPendingOrder(clientRequestId);
      outcomes.push({ order: found.data ?? undefined });
    }
    return outcomes;
  },
);
