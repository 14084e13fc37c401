/** Cancelling an order: what it holds is released in the same transaction. */
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/calls/ids';
import { cancelOrder, type Order } from '@halyard/contract/calls/spot';
import { ZERO } from '@halyard/contract/money';
import type { Transaction } from '../../db/database.ts';
import { runOnce } from '../../db/runOnce.ts';
import { BusinessError } from '../../errors.ts';
import { postMovements } from '../../ledger/ledger.ts';
import { publishChange, type BookChange } from './bookChange.ts';
import { markCancelled, openOrder } from './orderRepository.ts';
import { cancelMovement } from './settlement.ts';
import type { SpotDeps } from './spotDeps.ts';
import { toOrder } from './spotOrder.ts';

type CancelRequest = RequestOf<typeof cancelOrder>;

/** Cancels a waiting order of the user. Throws `BusinessError`: ORDER_NOT_FOUND for one that is missing or another's, ORDER_NOT_OPEN for one that waits no more. */
export async function cancelSpotOrder(deps: SpotDeps, userId: UserId, request: CancelRequest): Promise<Order> {
  const once = { call: cancelOrder, userId, requestId: request.clientRequestId, request };
  let change: BookChange | undefined;
  const answer = await deps.db.transaction((tx) =>
    runOnce(tx, once, async () => {
      const cancelled = await cancel(tx, deps, { userId, request });
      change = cancelled.change;
      return cancelled.answer;
    }),
  );
  if (change !== undefined) publishChange(deps.events, change);
  return answer;
}

async function cancel(
  tx: Transaction,
  deps: SpotDeps,
  { userId, request }: { readonly userId: UserId; readonly request: CancelRequest },
): Promise<{ readonly answer: Order; readonly change: BookChange }> {
  const opened = await openOrder(tx, userId, request.id);
  if (opened === undefined) throw new BusinessError('ORDER_NOT_FOUND');
  const { market, order } = opened;
  if (order.status !== 'waiting') throw new BusinessError('ORDER_NOT_OPEN');
  const updatedAt = new Date(deps.clock.nowMs()).toISOString();
  await markCancelled(tx, order.id, updatedAt);
  const movements = [cancelMovement(market, order)];
  await postMovements(tx, movements);
  const cancelled = { ...order, status: 'cancelled', heldAmount: ZERO, updatedAt } as const;
  return { answer: toOrder(cancelled, market), change: { market, orders: [cancelled], movements } };
}
