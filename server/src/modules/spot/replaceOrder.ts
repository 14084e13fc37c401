/** Replacing a waiting order by one with another price or quantity. */
import type { RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { Exits, Order } from '@halyard/contract/spot/calls';
import { replaceOrder } from '@halyard/contract/spot/mutationCalls';
import { add, compare, max, min, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { checkExitPrices, type Trail } from '@halyard/contract/spot/rules';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { findMarketOfOrder, firstAnswerOr } from './bookRepository.ts';
import { enterExits, exitQuantity, holdBeside, isMember, legsOf, type Legs, type Member } from './engine/groups.ts';
import type { MarketBook } from './engine/marketBook.ts';
import { bookOf, openOrder } from './engine/marketQueues.ts';
import { decidePlacement, lastPrice, orderOf, requireBalance, tradingMarket, type Draft } from './engine/placement.ts';
import type { SpotDesk } from './engine/runBatch.ts';
import { requireExits } from './orderGroups.ts';
import { holdOf } from './settlement.ts';
import { isWaitingForStop, remainingOf, toOrder, type SpotOrder } from './spotOrder.ts';

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
    run: (books) => replaceInBook(bookOf(books, marketId), userId, request),
  });
}

/** Replaces an order in a book that is up to date. */
export async function replaceInBook(book: MarketBook, userId: UserId, request: ReplaceRequest): Promise<Order> {
  const old = openOrder(book, userId, request.id);
  // The next tick executes it, and there is no price to change.
  if (old.price === undefined && !isWaitingForStop(old)) throw new BusinessError('ORDER_NOT_OPEN');
  const { expectedFilled } = request;
  if (expectedFilled !== undefined && compare(old.filledQuantity, expectedFilled) > 0) {
    throw new BusinessError('ORDER_CHANGED');
  }
  const draft = draftOf(book, old, request);
  if (isMember(old) && old.group.leg !== 'entry') return replaceExit(book, old, draft);
  const { price, group } = draft;
  if (group?.exits !== undefined && price !== undefined) requireExits(book, { ...draft, price }, group.exits);
  const placement = await decidePlacement(book, draft);
  book.cancel(old, 'replaced');
  book.settle(placement);
  return toOrder(placement.taker, book.market);
}

/** The new order: the terms of the old one, overridden by the fields of the request. */
function draftOf({ market }: MarketBook, old: SpotOrder, request: ReplaceRequest): Draft {
  const { userId, side, orderType, timeInForce, isPostOnly, stop, triggeredAt, maxSlippage, expiresAt } = old;
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
    stopDirection: request.stopDirection,
    maxSlippage,
    expiresAt,
    trail: old.trail && distanceOf(old.trail, request),
    group: old.group && { ...old.group, exits: exitsOf(old.group.exits, request), exited: exitedOf(market, old) },
    feeRate: request.feeRate,
    clientRequestId: request.clientRequestId,
    replaces: old,
  };
}

/** The filled quantity of an entry without an exit yet, below zero: the next fill brings that in too. */
function exitedOf({ terms }: MarketRecord, old: SpotOrder): Decimal | undefined {
  if (old.group?.exits === undefined) return undefined;
  return min(ZERO, subtract(old.group.exited ?? ZERO, exitQuantity(terms, old, old.group.exits)));
}

function distanceOf({ fraction, amount, activationPrice }: Trail, request: ReplaceRequest): Trail {
  const { trailFraction, trailAmount } = request;
  const isOther = trailFraction !== undefined || trailAmount !== undefined;
  return isOther
    ? { fraction: trailFraction, amount: trailAmount, activationPrice }
    : { fraction, amount, activationPrice };
}

function exitsOf(exits: Exits | undefined, request: ReplaceRequest): Exits | undefined {
  if (exits === undefined) return undefined;
  const { exitTakeProfitPrice, exitStopPrice, exitStopLimitPrice } = request;
  return {
    takeProfitPrice: exitTakeProfitPrice ?? exits.takeProfitPrice,
    stopPrice: exitStopPrice ?? exits.stopPrice,
    stopLimitPrice: exitStopLimitPrice ?? exits.stopLimitPrice,
    maxSlippage: exits.maxSlippage,
  };
}

/** A stop that is moved beyond the price would wait for the wrong side of it. */
function requireStopSide(book: MarketBook, { side, stop }: Member, { stopPrice }: Draft): void {
  if (stopPrice === undefined || stopPrice === stop?.price) return;
  const found = checkExitPrices(side, { stopPrice }, lastPrice(tradingMarket(book.market)));
  if (found !== undefined) throw refusal(found);
}

/**
 * Replaces an exit. Where there are two of them, another quantity replaces both, and they hold again what the larger
 * one needs. What an entry has brought in can only become smaller.
 */
async function replaceExit(book: MarketBook, old: Member, draft: Draft): Promise<Order> {
  requireStopSide(book, old, draft);
  const { isEntered, ...legs } = await legsOf(book, old);
  const sibling = [legs.takeProfit, legs.stop].find((leg) => leg !== undefined && leg.id !== old.id);
  const most = remainingOf(old);
  if (isEntered && compare(draft.quantity, most) > 0) throw new BusinessError('QUANTITY_TOO_LARGE', { max: most });
  const pair = sibling === undefined || old.triggeredAt !== undefined ? undefined : sibling;
  const placed =
    pair === undefined ? await replaceAlone(book, old, draft) : await replaceOfPair(book, old, { pair, draft });
  notePlan(book, legs.entry, placed);
  return toOrder(placed, book.market);
}

async function replaceAlone(book: MarketBook, old: Member, draft: Draft): Promise<SpotOrder> {
  const placement = await decidePlacement(book, draft);
  book.cancel(old, 'replaced');
  book.settle(placement);
  return placement.taker;
}

async function replaceOfPair(
  book: MarketBook,
  old: Member,
  { pair, draft }: { readonly pair: Member; readonly draft: Draft },
): Promise<SpotOrder> {
  const market = tradingMarket(book.market);
  const isOther = compare(draft.quantity, remainingOf(pair)) !== 0;
  const placed = orderOf(book, market, draft);
  const [id] = isOther ? await book.drawIds(1) : [];
  const sibling = isOther
    ? orderOf(book, market, { ...draftOf(book, pair, { id: pair.id, quantity: draft.quantity }), id })
    : pair;
  const holds = [placed, sibling].map((order) => holdOf(order, draft.quantity, market.terms.pricePrecision));
  const freed = add(old.heldAmount, pair.heldAmount);
  requireBalance(book, { ...draft, replaces: undefined }, subtract(max(ZERO, ...holds), freed));
  book.cancel(old, 'replaced');
  if (isOther) {
    book.cancel(pair, 'replaced');
    await enterExits(book, [placed, sibling]);
  } else if (placed.group?.leg === 'take_profit') {
    book.rehold(pair, holdBeside(book, pair, placed));
    await enterExits(book, [placed]);
  } else await enterExits(book, [{ ...placed, heldAmount: holdBeside(book, placed, pair) }]);
  return book.order(placed.id) ?? placed;
}

/** Later fills of the entry bring exits in at the new price. */
function notePlan(book: MarketBook, entry: Legs['entry'], { group, price, stop }: SpotOrder): void {
  const exits = entry?.group.exits;
  if (entry === undefined || exits === undefined) return;
  const changed: Exits =
    group?.leg === 'take_profit'
      ? { ...exits, takeProfitPrice: price }
      : { ...exits, stopPrice: stop?.price, stopLimitPrice: price };
  book.put({ ...entry, group: { ...entry.group, exits: changed } });
}
