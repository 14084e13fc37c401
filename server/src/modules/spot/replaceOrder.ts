import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import { replaceOrder, type Order } from '@halyard/contract/spot/calls';
import { compare, ZERO } from '@halyard/contract/money';
import { BusinessError } from '../../calls/errors.ts';
import { openOrder } from './cancelOrders.ts';
import { bookOf } from './engine/command.ts';
import type { MarketBook } from './engine/marketBook.ts';
import { decidePlacement, type Draft } from './engine/placement.ts';
import { findMarketOfOrder, firstAnswerOr } from './orderRepository.ts';
import type { SpotDesk } from './spotDeps.ts';
import { toOrder, type SpotOrder } from './spotOrder.ts';

type ReplaceRequest = RequestOf<typeof replaceOrder>;

/**
 * Replaces a waiting order of the user and returns the new one, in one transaction. Throws `BusinessError`:
 * ORDER_NOT_FOUND, ORDER_NOT_OPEN, ORDER_CHANGED when more is filled than the user expects, and refusals of the new
 * order; nothing has changed then.
 */
export async function replaceSpotOrder(desk: SpotDesk, userId: UserId, request: ReplaceRequest): Promise<Order> {
  const { clock } = desk;
  const once = { call: replaceOrder, userId, requestId: request.clientRequestId, request, clock };
  const marketId = await findMarketOfOrder(desk.db, userId, request.id);
  if (marketId === undefined) return firstAnswerOr(desk.db, once, 'ORDER_NOT_FOUND');
  return desk.queues.submit(marketId, {
    once,
    needs: { userId, mayWait: true, orderId: request.id, isPlacing: true },
    run: (books) => replace(bookOf(books, marketId), userId, request),
  });
}

async function replace(book: MarketBook, userId: UserId, request: ReplaceRequest): Promise<Order> {
  const old = openOrder(book, userId, request.id);
  const { expectedFilled } = request;
  if (expectedFilled !== undefined && compare(old.filledQuantity, expectedFilled) > 0) {
    throw new BusinessError('ORDER_CHANGED');
  }
  const placement = await decidePlacement(book, draftOf(old, request));
  book.cancel(old, 'replaced');
  book.settle(placement);
  return toOrder(placement.taker, book.market);
}

/** The new order: the terms of the old one, overridden by the fields of the request. */
function draftOf(old: SpotOrder, request: ReplaceRequest): Draft {
  const { userId, side, orderType, timeInForce, isPostOnly, stop, triggeredAt, maxSlippage } = old;
  // A triggered order has no stop price to wait for, and neither has its replacement.
  const stopPrice = triggeredAt === undefined ? (request.stopPrice ?? stop?.price) : request.stopPrice;
  return {
    userId,
    side,
    orderType,
    timeInForce,
    isPostOnly,
    quantity: request.quantity ?? ZERO,
    price: request.price ?? old.price,
    stopPrice,
    maxSlippage,
    clientRequestId: request.clientRequestId,
    replaces: old,
  };
}
