/** Cancelling an order: what it holds is released in the same transaction. */
import type { RequestOf } from '@halyard/contract/call';
import type { OrderId, UserId } from '@halyard/contract/calls/ids';
import { cancelOrder, type Order } from '@halyard/contract/calls/spot';
import { BusinessError } from '../../calls/errors.ts';
import { bookOf } from './engine/command.ts';
import type { MarketBook } from './engine/marketBook.ts';
import { findMarketOfOrder, firstAnswerOr } from './orderRepository.ts';
import type { SpotDesk } from './spotDeps.ts';
import { toOrder, type SpotOrder } from './spotOrder.ts';

type CancelRequest = RequestOf<typeof cancelOrder>;

/** Cancels a waiting order of the user. Throws `BusinessError`: ORDER_NOT_FOUND for one that is missing or another's, ORDER_NOT_OPEN for one that waits no more. */
export async function cancelSpotOrder(desk: SpotDesk, userId: UserId, request: CancelRequest): Promise<Order> {
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
