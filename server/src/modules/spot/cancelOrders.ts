/** Cancelling one order or all waiting orders; their holds are released in the same transaction. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { OrderId, UserId } from '@halyard/contract/ids';
import { cancelAllOrders, cancelOrder, type Order } from '@halyard/contract/spot/calls';
import { BusinessError } from '../../calls/errors.ts';
import { runOnce } from '../../db/runOnce.ts';
import { bookOf, type Command } from './engine/command.ts';
import type { MarketBook } from './engine/marketBook.ts';
import { findMarketOfOrder, findMarketsOfWaiting, firstAnswerOr } from './orderRepository.ts';
import type { SpotDesk } from './spotDeps.ts';
import { toOrder, type SpotOrder } from './spotOrder.ts';

type CancelAllRequest = RequestOf<typeof cancelAllOrders>;

/**
 * Cancels a waiting order of the user. Throws `BusinessError`: ORDER_NOT_FOUND when it is missing or belongs to another
 * user, ORDER_NOT_OPEN when it is not waiting.
 */
export async function cancelSpotOrder(
  desk: SpotDesk,
  userId: UserId,
  request: RequestOf<typeof cancelOrder>,
): Promise<Order> {
  const { clock } = desk;
  const once = { call: cancelOrder, userId, requestId: request.clientRequestId, request, clock };
  const marketId = await findMarketOfOrder(desk.db, userId, request.id);
  if (marketId === undefined) return firstAnswerOr(desk.db, once, 'ORDER_NOT_FOUND');
  return desk.queues.submit(marketId, {
    once,
    needs: { orderId: request.id, isPlacing: false },
    run: async (books) => {
      const book = bookOf(books, marketId);
      const cancelled = book.cancel(openOrder(book, userId, request.id), 'user');
      return toOrder(cancelled, book.market);
    },
  });
}

/** A waiting order of the user. Throws `BusinessError`: ORDER_NOT_FOUND, ORDER_NOT_OPEN. */
export function openOrder(book: MarketBook, userId: UserId, id: OrderId): SpotOrder {
  const order = book.order(id);
  if (order === undefined || order.userId !== userId) throw new BusinessError('ORDER_NOT_FOUND');
  if (order.status !== 'waiting') throw new BusinessError('ORDER_NOT_OPEN');
  return order;
}

/** Cancels all waiting orders of the user, or those of one pair or side, in one transaction; returns their number. */
export async function cancelAllSpotOrders(
  desk: SpotDesk,
  userId: UserId,
  request: CancelAllRequest,
): Promise<AnswerOf<typeof cancelAllOrders>> {
  const { clock } = desk;
  const once = { call: cancelAllOrders, userId, requestId: request.clientRequestId, request, clock };
  const [marketId, ...others] = await findMarketsOfWaiting(desk.db, userId, request);
  if (marketId === undefined) {
    return runOnce(desk.db, once, () => Promise.resolve({ cancelled: 0 }));
  }
  const command: Command<typeof cancelAllOrders> = {
    once,
    needs: { ownerId: userId, isPlacing: false },
    run: async (books) => ({ cancelled: cancelIn(books, userId, request) }),
  };
  if (others.length === 0) return desk.queues.submit(marketId, command);
  return desk.queues.submitAcross([marketId, ...others], command);
}

function cancelIn(books: readonly MarketBook[], userId: UserId, { side }: CancelAllRequest): number {
  let cancelled = 0;
  for (const book of books) {
    for (const order of book.waitingOf(userId)) {
      if (side !== undefined && order.side !== side) continue;
      book.cancel(order, 'user');
      cancelled += 1;
    }
  }
  return cancelled;
}
