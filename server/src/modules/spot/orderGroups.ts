/** Placing groups of orders, and cancelling them. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { ratesOfGroup } from '@halyard/contract/limits/rules';
import type { OrderGroupId, OrderId, UserId } from '@halyard/contract/ids';
import type { Exits } from '@halyard/contract/spot/calls';
import {
  cancelGroup,
  OPEN_GROUPS_MAX,
  type OrderGroup,
  placeEntry,
  placeOco,
} from '@halyard/contract/spot/mutationCalls';
import { max, ZERO, type Decimal } from '@halyard/contract/money';
import { accrueFee, checkExitPrices, checkExits, quoteAmount } from '@halyard/contract/spot/rules';
import { otherSide } from '@halyard/contract/spot/side';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import { findMarketOfGroup, firstAnswerOr } from './bookRepository.ts';
import { dropExits, enterExits, exitQuantity } from './engine/groups.ts';
import type { MarketBook } from './engine/marketBook.ts';
import { bookOf } from './engine/marketQueues.ts';
import { decidePlacement, lastPrice, orderOf, requireBalance, requireRoom, tradingMarket } from './engine/placement.ts';
import type { SpotDesk } from './engine/runBatch.ts';
import { holdOf } from './settlement.ts';
import { toOrder, type GroupPlace, type SpotOrder } from './spotOrder.ts';

type OcoRequest = RequestOf<typeof placeOco>;
type EntryRequest = RequestOf<typeof placeEntry>;

/** Places a take profit and a stop that hold together what the larger one needs. Throws refusals of both. */
export async function placeOcoOrders(desk: SpotDesk, userId: UserId, request: OcoRequest): Promise<OrderGroup> {
  const once = { call: placeOco, userId, requestId: request.clientRequestId, request, clock: desk.clock };
  const marketId = await desk.marketOfPair(request);
  if (marketId === undefined) return firstAnswerOr(desk.db, once, 'MARKET_NOT_FOUND');
  return desk.queues.submit(marketId, {
    once,
    needs: {
      userId,
      mayWait: true,
      ownerId: userId,
      newOrders: 2,
      isPlacing: true,
      taking: { side: otherSide(request.side), reach: request.takeProfitPrice },
    },
    run: (books) => placePair(bookOf(books, marketId), userId, request),
  });
}

/** Both orders of an OCO, in a book that is up to date. */
export async function placePair(book: MarketBook, userId: UserId, request: OcoRequest): Promise<OrderGroup> {
  const market = tradingMarket(book.market);
  const { side, quantity, expiresAt, feeRate, stopPrice, stopLimitPrice } = request;
  const found = checkExitPrices(side, request, lastPrice(market));
  if (found !== undefined) throw refusal(found);
  const shared = {
    userId,
    side,
    quantity,
    expiresAt,
    feeRate,
    timeInForce: expiresAt === undefined ? 'gtc' : 'gtd',
  } as const;
  const takeProfit = orderOf(book, market, {
    ...shared,
    orderType: 'limit',
    price: request.takeProfitPrice,
    group: { id: undefined, leg: 'take_profit' },
    clientRequestId: request.clientRequestId,
  });
  const stop = orderOf(book, market, {
    ...shared,
    orderType: stopLimitPrice === undefined ? 'stop_market' : 'stop_limit',
    price: stopLimitPrice,
    stopPrice,
    maxSlippage: request.maxSlippage,
    group: { id: takeProfit.group?.id, leg: 'stop_loss' },
    clientRequestId: undefined,
  });
  const holds = [takeProfit, stop].map((order) => holdOf(order, quantity, market.terms.pricePrecision));
  requireBalance(book, shared, max(ZERO, ...holds));
  requireGroupRoom(book, userId, 1);
  await enterExits(book, [takeProfit, stop]);
  return groupOf(book, takeProfit.group, [takeProfit.id, stop.id]);
}

/** Places an order that brings in exits with its fills. Throws refusals of the order and of its exits. */
export async function placeEntryOrder(desk: SpotDesk, userId: UserId, request: EntryRequest): Promise<OrderGroup> {
  const once = { call: placeEntry, userId, requestId: request.clientRequestId, request, clock: desk.clock };
  const marketId = await desk.marketOfPair(request);
  if (marketId === undefined) return firstAnswerOr(desk.db, once, 'MARKET_NOT_FOUND');
  const { side, orderType, price } = request;
  return desk.queues.submit(marketId, {
    once,
    needs: {
      userId,
      mayWait: true,
      ownerId: userId,
      isPlacing: true,
      taking: { side: otherSide(side), reach: orderType === 'market' ? undefined : price },
    },
    run: (books) => placeWithExits(bookOf(books, marketId), userId, request),
  });
}

/** An entry in a book that is up to date. */
export async function placeWithExits(book: MarketBook, userId: UserId, request: EntryRequest): Promise<OrderGroup> {
  const market = tradingMarket(book.market);
  const exits = exitsOf(request);
  requireExits(book, { ...request, userId, price: request.price ?? lastPrice(market) }, exits);
  const others = [exits.takeProfitPrice, exits.stopPrice].filter((one) => one !== undefined).length;
  requireGroupRoom(book, userId, others);
  const group = { id: undefined, leg: 'entry', exits } as const;
  // Field by field: the request's stop prices are those of its exits, and the entry has none.
  const placement = await decidePlacement(book, {
    userId,
    side: request.side,
    quantity: request.quantity,
    orderType: request.orderType,
    price: request.price,
    timeInForce: request.timeInForce,
    expiresAt: request.expiresAt,
    isPostOnly: request.isPostOnly,
    maxSlippage: request.maxSlippage,
    maxTotal: request.maxTotal,
    feeRate: request.feeRate,
    group,
    others,
    clientRequestId: request.clientRequestId,
  });
  book.settle(placement);
  return groupOf(book, placement.taker.group, [placement.taker.id]);
}

/** Refuses exits that an entry would not bring in when it is filled whole at its price. */
export function requireExits(
  { market, limitsOf }: MarketBook,
  { userId, side, quantity, price }: Pick<SpotOrder, 'userId' | 'side' | 'quantity'> & { readonly price: Decimal },
  exits: Exits,
): void {
  const found =
    checkExits(otherSide(side), exits, { quantity, price, terms: market.terms }) ??
    checkExits(otherSide(side), exits, { quantity: broughtIn(), price, terms: market.terms });
  if (found !== undefined) throw refusal(found);

  function broughtIn(): Decimal {
    const filledQuote = quoteAmount(quantity, price);
    const { takerFeeRate } = ratesOfGroup(market, limitsOf(userId).group);
    const { fee } = accrueFee({ fee: ZERO, feeDue: ZERO }, side === 'sell' ? filledQuote : quantity, takerFeeRate);
    return exitQuantity(market.terms, { side, filledQuantity: quantity, filledQuote, fee }, exits);
  }
}

/** Cancels all waiting orders of a group. Throws `BusinessError`: ORDER_NOT_FOUND, ORDER_NOT_OPEN. */
export async function cancelOrderGroup(
  desk: SpotDesk,
  userId: UserId,
  request: RequestOf<typeof cancelGroup>,
): Promise<AnswerOf<typeof cancelGroup>> {
  const once = { call: cancelGroup, userId, requestId: request.clientRequestId, request, clock: desk.clock };
  const marketId = await findMarketOfGroup(desk.db, userId, request.groupId);
  if (marketId === undefined) return firstAnswerOr(desk.db, once, 'ORDER_NOT_FOUND');
  return desk.queues.submit(marketId, {
    once,
    needs: { isPlacing: false },
    run: async (books) => ({ cancelled: await cancelMembers(bookOf(books, marketId), userId, request.groupId) }),
  });
}

/** Cancels the waiting orders of a group, and returns their number. */
export async function cancelMembers(book: MarketBook, userId: UserId, id: OrderGroupId): Promise<number> {
  const { orders } = await book.membersOf({ id, userId });
  const own = orders.filter((order) => order.userId === userId);
  if (own.length === 0) throw new BusinessError('ORDER_NOT_OPEN');
  for (const order of own) book.cancel(order, 'user');
  dropExits(book, own);
  return own.length;
}

function exitsOf({ takeProfitPrice, stopPrice, stopLimitPrice, stopMaxSlippage }: EntryRequest): Exits {
  return { takeProfitPrice, stopPrice, stopLimitPrice, maxSlippage: stopMaxSlippage };
}

function requireGroupRoom(book: MarketBook, userId: UserId, others: number): void {
  const open = new Set(book.waitingOf(userId).flatMap(({ group }) => (group === undefined ? [] : [group.id])));
  if (open.size >= OPEN_GROUPS_MAX) throw new BusinessError('GROUPS_TOO_MANY', { max: OPEN_GROUPS_MAX });
  requireRoom(book, { userId, others });
}

function groupOf(book: MarketBook, group: GroupPlace | undefined, ids: readonly OrderId[]): OrderGroup {
  if (group === undefined) throw new Error('a group has no id');
  const orders = ids.flatMap((id) => book.order(id) ?? []);
  return { groupId: group.id, orders: orders.map((order) => toOrder(order, book.market)) };
}
