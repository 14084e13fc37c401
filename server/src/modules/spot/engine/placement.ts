/** Deciding how an order enters a market: its hold, its trades, and whether the rest waits. */
import type { UserId } from '@halyard/contract/ids';
import {
  OPEN_ORDERS_MAX,
  type CancelReason,
  type OrderType,
  type Side,
  type TimeInForce,
} from '@halyard/contract/spot/calls';
import { add, compare, isPositive, ZERO, type Decimal } from '@halyard/contract/money';
import { checkOrder, stopDirection, timeInForceOf, type OrderDraft } from '@halyard/contract/spot/rules';
import { BusinessError, refusal } from '../../../calls/errors.ts';
import type { MarketRecord } from '../../../market/marketRecord.ts';
import { quotesAgainst } from '../house.ts';
import { matchIncoming, type MatchResult } from '../matching.ts';
import { initialHold, otherSide, settleIncoming, totalPaid, type Placement } from '../settlement.ts';
import { offerOf, type BookOrder, type SpotOrder, type Stop } from '../spotOrder.ts';
import type { MarketBook } from './marketBook.ts';

/** An order as requested by a user. */
export type Draft = {
  readonly userId: UserId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce?: TimeInForce | undefined;
  readonly isPostOnly?: boolean | undefined;
  readonly quantity: Decimal;
  readonly price: Decimal | undefined;
  readonly stopPrice?: Decimal | undefined;
  readonly maxSlippage?: Decimal | undefined;
  readonly clientRequestId: string | undefined;
  /** The waiting order that is replaced: its hold may be spent, and it no longer counts. */
  readonly replaces?: SpotOrder | undefined;
};

type Met = MatchResult & { readonly resting: readonly BookOrder[] };

/**
 * Decides the placement of an order without changing the book. Throws `BusinessError` with the codes of `coin/trade`.
 * The caller has brought the book up to date.
 */
export async function decidePlacement(book: MarketBook, draft: Draft): Promise<Placement> {
  const market = tradingMarket(book.market);
  const order = orderOf(book, market, draft);
  requireBalance(book, draft, order.heldAmount);
  if (order.rank === undefined) {
    requireRoom(book, draft);
    return settled(market, order, undefined);
  }
  const met = await meet(book, order);
  refuseUnwanted(order, met);
  if (order.price === undefined) requireBalance(book, draft, totalPaid(order.side, met.executions));
  const settlement = settled(market, order, met);
  if (settlement.taker.status === 'waiting') requireRoom(book, draft);
  return settlement;
}

/** Decides the placement of a triggered stop order: it enters as a limit order on its terms and is never refused. */
export async function decideTrigger(book: MarketBook, waiting: SpotOrder): Promise<Placement> {
  const order = { ...waiting, rank: book.nextRank(), triggeredAt: book.at, updatedAt: book.at };
  const met = await meet(book, order);
  const isUnfilled = order.timeInForce === 'fok' && isPositive(met.remaining);
  const executions = isUnfilled ? [] : met.executions;
  const cancelReason = reasonOf(order, met);
  return settleIncoming(book.market, order, { executions, resting: met.resting, cancelReason, isHeldBefore: true });
}

function settled(market: MarketRecord, order: SpotOrder, met: Met | undefined): Placement {
  const { executions, resting } = met ?? { executions: [], resting: [] };
  const cancelReason = met && reasonOf(order, met);
  return settleIncoming(market, order, { executions, resting, cancelReason, isHeldBefore: false });
}

function tradingMarket(market: MarketRecord): MarketRecord {
  if (!market.isDisplayed) throw new BusinessError('MARKET_NOT_FOUND');
  if (market.status !== 'trading') throw new BusinessError('MARKET_SUSPENDED');
  return market;
}

function orderOf(book: MarketBook, market: MarketRecord, draft: Draft): SpotOrder {
  const { userId, side, orderType, quantity, clientRequestId, isPostOnly = false, maxSlippage, replaces } = draft;
  const price = orderType === 'market' ? undefined : draft.price;
  const timeInForce = timeInForceOf(draft);
  // A triggered order is a limit order, and so is its replacement.
  const triggered = replaces?.triggeredAt === undefined ? undefined : replaces;
  const terms = { side, orderType, quantity, price, stopPrice: draft.stopPrice, timeInForce, isPostOnly, maxSlippage };
  refuseWrong(market, triggered === undefined ? terms : { ...terms, orderType: 'limit' });
  const stop = triggered === undefined ? stopOf(market, draft) : triggered.stop;
  const isWaitingForStop = stop !== undefined && triggered === undefined;
  return {
    userId,
    side,
    orderType,
    quantity,
    price,
    timeInForce,
    isPostOnly,
    stop,
    maxSlippage,
    clientRequestId,
    referencePrice: market.reference?.price,
    id: book.nextOrderId(),
    marketId: market.id,
    status: 'waiting',
    triggeredAt: triggered?.triggeredAt,
    rank: isWaitingForStop ? undefined : book.nextRank(),
    filledQuantity: ZERO,
    filledQuote: ZERO,
    fee: ZERO,
    feeDue: ZERO,
    makerFeeRate: market.makerFeeRate,
    takerFeeRate: market.takerFeeRate,
    heldAmount: initialHold({ side, quantity, price }),
    cancelReason: undefined,
    replacesId: replaces?.id,
    createdAt: book.at,
    updatedAt: book.at,
  };
}

function refuseWrong({ terms, reference }: MarketRecord, draft: OrderDraft): void {
  const found = checkOrder(draft, terms, reference?.price);
  if (found !== undefined) throw refusal(found);
}

/** The stop of a stop-limit order counts from the market's current tick. */
function stopOf({ reference, seriesId }: MarketRecord, { orderType, stopPrice }: Draft): Stop | undefined {
  if (orderType !== 'stop_limit' || stopPrice === undefined) return undefined;
  // Without a price there is no direction.
  if (reference === undefined || seriesId === undefined) throw new BusinessError('MARKET_SUSPENDED');
  const direction = stopDirection(stopPrice, reference.price);
  if (direction === undefined) throw new BusinessError('STOP_PRICE_REACHED');
  return { price: stopPrice, direction, seriesId, seq: reference.seq };
}

/** Matches an order with the current book; its cap counts from the current best price. */
async function meet(book: MarketBook, order: SpotOrder): Promise<Met> {
  const { userId, side, quantity, price: limitPrice, maxSlippage } = order;
  const resting = await book.sides[otherSide(side)].reaching(limitPrice, { quantity });
  const ladder = quotesAgainst(side, book.quotes());
  const incoming = { userId, side, quantity, limitPrice, maxSlippage };
  return { ...matchIncoming(incoming, resting.map(offerOf), ladder), resting };
}

function refuseUnwanted(order: SpotOrder, met: Met): void {
  const { executions, hasMetOwnOrder } = met;
  if (order.isPostOnly && (executions.length > 0 || hasMetOwnOrder)) throw new BusinessError('POST_ONLY_WOULD_TAKE');
  const code = unfilledCode(order, met);
  if (code === undefined) return;
  const own = hasMetOwnOrder ? met.resting.find(({ userId }) => userId === order.userId) : undefined;
  throw own === undefined ? new BusinessError(code) : new BusinessError('OWN_ORDER', { price: own.price });
}

/** The code that refuses an order that has to be filled now. */
function unfilledCode({ orderType, timeInForce }: SpotOrder, { executions, remaining }: Met) {
  if (orderType === 'market' && executions.length === 0) return 'NO_LIQUIDITY';
  return timeInForce === 'fok' && isPositive(remaining) ? 'FOK_UNFILLED' : undefined;
}

/** Why the rest of an order is not left waiting; `undefined` when it is. */
function reasonOf({ orderType, timeInForce }: SpotOrder, met: Met): CancelReason | undefined {
  if (!isPositive(met.remaining)) return undefined;
  if (met.hasMetOwnOrder) return 'own_order';
  if (met.hasMetCap) return 'slippage';
  if (orderType === 'market') return 'no_liquidity';
  return timeInForce === 'gtc' ? undefined : timeInForce;
}

function requireBalance(book: MarketBook, { userId, side, replaces }: Draft, amount: Decimal): void {
  const spendable = add(book.spendable(userId, side), replaces?.heldAmount ?? ZERO);
  if (compare(amount, spendable) <= 0) return;
  throw new BusinessError(side === 'buy' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_SELLABLE_BALANCE');
}

function requireRoom(book: MarketBook, { userId, replaces }: Draft): void {
  const waiting = book.waitingCount(userId) - (replaces === undefined ? 0 : 1);
  if (waiting >= OPEN_ORDERS_MAX) throw new BusinessError('ORDERS_TOO_MANY', { max: OPEN_ORDERS_MAX });
}
