/** Placing, replacing and cancelling orders. */
import type { MarketId, UserId } from '@halyard/contract/ids';
import { placeOrder, type Order, type OrderRequest } from '@halyard/contract/spot/calls';
import { ZERO } from '@halyard/contract/money';
import { timeInForceOf } from '@halyard/contract/spot/rules';
import { bookOf, type Command } from './engine/command.ts';
import type { MarketBook } from './engine/marketBook.ts';
import { decidePlacement, type Draft } from './engine/placement.ts';
import { firstAnswerOr } from './orderRepository.ts';
import { otherSide } from './settlement.ts';
import type { SpotDesk } from './spotDeps.ts';
import { toOrder } from './spotOrder.ts';

/**
 * Places an order and returns it after matching; a repeated `clientRequestId` returns the first answer. Throws
 * `BusinessError` with the codes that the call documents; nothing has changed then.
 */
export async function placeSpotOrder(desk: SpotDesk, userId: UserId, request: OrderRequest): Promise<Order> {
  const { clock } = desk;
  const once = { call: placeOrder, userId, requestId: request.clientRequestId, request, clock };
  const marketId = await desk.marketOfPair(request);
  if (marketId === undefined) return firstAnswerOr(desk.db, once, 'MARKET_NOT_FOUND');
  return desk.queues.submit(marketId, placeCommand(marketId, once));
}

function placeCommand(marketId: MarketId, once: Command<typeof placeOrder>['once']): Command<typeof placeOrder> {
  const { userId, request } = once;
  const { side, orderType = 'limit', timeInForce, price } = request;
  const reach = orderType === 'market' ? undefined : price;
  return {
    once,
    needs: {
      userId,
      mayWait: timeInForceOf({ orderType, timeInForce }) === 'gtc' || orderType === 'stop_limit',
      isPlacing: true,
      ...(orderType !== 'stop_limit' && { taking: { side: otherSide(side), reach } }),
    },
    run: async (books) => {
      const { quantity = ZERO, isPostOnly, stopPrice, maxSlippage, clientRequestId } = request;
      const terms = { orderType, timeInForce, isPostOnly, price, stopPrice, maxSlippage };
      return place(bookOf(books, marketId), { userId, side, quantity, ...terms, clientRequestId });
    },
  };
}

/** Places an order in a book. Throws the refusal; the book has not changed then. */
async function place(book: MarketBook, draft: Draft): Promise<Order> {
  const settlement = await decidePlacement(book, draft);
  book.settle(settlement);
  return toOrder(settlement.taker, book.market);
}
