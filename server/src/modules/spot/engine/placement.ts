/** Deciding how an order enters a market: its hold, its trades, and whether the rest waits. */
import type { OrderId, UserId } from '@halyard/contract/ids';
import { ratesOfGroup } from '@halyard/contract/limits/rules';
import { type CancelReason, type OrderType, type Side, type TimeInForce } from '@halyard/contract/spot/calls';
import { add, compare, divide, isPositive, min, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import {
  checkOrder,
  holdAmount,
  isMarketType,
  isStopType,
  mayWait,
  partsWithin,
  quoteAmount,
  stopDirection,
  timeInForceOf,
  type OrderDraft,
  type StopDirection,
  trailTrigger,
  type Trail,
  worstPrice,
} from '@halyard/contract/spot/rules';
import { otherSide } from '@halyard/contract/spot/side';
import { slippageLimit } from '@halyard/contract/spot/slippage';
import { BusinessError, refusal } from '../../../calls/callHandler.ts';
import type { MarketRecord } from '../../../market/marketRecord.ts';
import { ladderFrom, meetsLadder, quotesAgainst } from '../house.ts';
import { matchIncoming, type Execution, type MatchResult } from '../matching.ts';
import { holdOf, settleIncoming, totalPaid, type Placement } from '../settlement.ts';
import {
  offerOf,
  paysFromHold,
  remainingOf,
  type BookOrder,
  type GroupPlace,
  type SpotOrder,
  type Stop,
  type TrailState,
} from '../spotOrder.ts';
import type { MarketBook } from './marketBook.ts';

/** An order as requested by a user. */
export type Draft = {
  /** Of an order that no command places. */
  readonly id?: OrderId | undefined;
  readonly userId: UserId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce?: TimeInForce | undefined;
  readonly isPostOnly?: boolean | undefined;
  readonly quantity: Decimal;
  readonly price: Decimal | undefined;
  readonly stopPrice?: Decimal | undefined;
  /** The direction in which the user saw that the price reaches the stop price. */
  readonly stopDirection?: StopDirection | undefined;
  readonly maxSlippage?: Decimal | undefined;
  /** The taker rate that the user saw. */
  readonly feeRate?: Decimal | undefined;
  /** Market buys: the most quote that is spent. */
  readonly maxTotal?: Decimal | undefined;
  readonly expiresAt?: string | undefined;
  readonly trail?: Trail | undefined;
  /** Its place in a group; the id of a new group is that of its first order. */
  readonly group?: (Omit<GroupPlace, 'id'> & { readonly id: GroupPlace['id'] | undefined }) | undefined;
  /** Orders that come with it, and need room too. */
  readonly others?: number | undefined;
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
  const asked = orderOf(book, market, draft);
  requireBalance(book, draft, asked.heldAmount);
  if (asked.rank === undefined) {
    requireRoom(book, draft);
    return settled(market, asked, undefined);
  }
  const { order, met } = withinTotal(market, asked, await meet(book, asked), draft.maxTotal);
  refuseUnwanted(order, met);
  if (order.price === undefined) requireBalance(book, draft, totalPaid(order.side, met.executions));
  const hold = marketHold(book, order, { ...met, maxTotal: draft.maxTotal });
  const settlement = deferred(book, { ...order, ...hold }, met, false) ?? settled(market, order, met);
  if (settlement.taker.status === 'waiting' && mayWait(order.timeInForce)) requireRoom(book, draft);
  return settlement;
}

/** Decides the placement of a triggered stop order: it enters as a limit or market order and is never refused. */
export function decideTrigger(book: MarketBook, waiting: SpotOrder): Promise<Placement> {
  return decideEntry(book, { ...waiting, triggeredAt: book.at });
}

/**
 * Decides the placement of an order that waited outside the book, or comes with another one; it is never refused.
 * `isHeldBefore`: what it holds was taken before.
 */
export async function decideEntry(book: MarketBook, waiting: SpotOrder, isHeldBefore = true): Promise<Placement> {
  const order = { ...waiting, rank: book.nextRank(), updatedAt: book.at };
  const met = await meet(book, order);
  const later = deferred(book, order, met, isHeldBefore);
  if (later !== undefined) return later;
  const isUnfilled = order.timeInForce === 'fok' && isPositive(met.remaining);
  const executions = isUnfilled ? [] : met.executions;
  const cancelReason = reasonOf(order, met);
  return settleIncoming(book.market, order, { executions, resting: met.resting, cancelReason, isHeldBefore });
}

/** The placement of an order that waits outside the book for its stop. */
export function outsideBook(book: MarketBook, order: SpotOrder): Placement {
  return settled(book.market, order, undefined);
}

/**
 * The placement of an order that would meet the ladder before it may: it trades with users at once, and the rest waits
 * outside the book. An order that is filled whole or not at all waits whole. Undefined when nothing has to wait.
 */
function deferred(
  book: MarketBook,
  order: SpotOrder,
  { executions, resting }: Met,
  isHeldBefore: boolean,
): Placement | undefined {
  const { market } = book;
  const from = order.ladderFrom ?? ladderFrom(market, order);
  const first = executions.findIndex(({ restingId }) => restingId === undefined);
  if (first < 0 || from === undefined || meetsLadder(market, from)) return undefined;
  const waiting = { ...order, rank: undefined, ladderFrom: from };
  const now = order.timeInForce === 'fok' ? [] : executions.slice(0, first);
  return settleIncoming(market, waiting, { executions: now, resting, cancelReason: undefined, isHeldBefore });
}

/** The hold of a waiting market order: its cost at the worst price, as far as the user can and wants to pay it. */
function marketHold(
  book: MarketBook,
  { userId, side, quantity, price, maxSlippage }: SpotOrder,
  { executions: [best], maxTotal }: Pick<Met, 'executions'> & Pick<Draft, 'maxTotal'>,
): Pick<SpotOrder, 'heldAmount' | 'ladderLimit'> | undefined {
  if (price !== undefined || best === undefined) return undefined;
  const at = worstPrice(side, { from: best.price, maxSlippage }, book.market.terms.pricePrecision);
  const worst = holdAmount(side, quantity, at);
  const spendable = book.spendable(userId, side);
  const heldAmount = min(min(spendable, worst), side === 'buy' ? (maxTotal ?? worst) : worst);
  return { heldAmount, ladderLimit: maxSlippage && slippageLimit(side, best.price, maxSlippage) };
}

/** Why an order ends that waited too long for a price. */
export function reasonWithoutPrice({ orderType, timeInForce }: SpotOrder): CancelReason {
  return orderType === 'market' || mayWait(timeInForce) ? 'no_liquidity' : timeInForce;
}

function settled(market: MarketRecord, order: SpotOrder, met: Met | undefined): Placement {
  const { executions, resting } = met ?? { executions: [], resting: [] };
  const cancelReason = met && reasonOf(order, met);
  return settleIncoming(market, order, { executions, resting, cancelReason, isHeldBefore: false });
}

/** An order that would spend more than its total becomes one of the quantity that the total pays for. */
function withinTotal({ terms }: MarketRecord, order: SpotOrder, met: Met, maxTotal: Decimal | undefined) {
  if (maxTotal === undefined || compare(totalPaid(order.side, met.executions), maxTotal) <= 0) return { order, met };
  const executions = partsWithin(met.executions, maxTotal, terms.quantityPrecision);
  const quantity = add(...executions.map((one) => one.quantity));
  if (compare(quantity, terms.minQuantity) < 0)
    throw new BusinessError('QUANTITY_TOO_SMALL', { min: terms.minQuantity });
  const reduced: Met = { ...met, executions, remaining: ZERO, hasMetOwnOrder: false, hasMetCap: false };
  return { order: { ...order, quantity }, met: reduced };
}

export function tradingMarket(market: MarketRecord): MarketRecord {
  if (!market.isDisplayed) throw new BusinessError('MARKET_NOT_FOUND');
  if (market.status !== 'trading') throw new BusinessError('MARKET_SUSPENDED');
  return market;
}

export function lastPrice({ reference }: MarketRecord): Decimal {
  if (reference === undefined) throw new BusinessError('MARKET_SUSPENDED');
  return reference.price;
}

/** The order of a draft. Throws refusals of its terms and of a fee that is higher than the one that the user saw. */
export function orderOf(book: MarketBook, market: MarketRecord, draft: Draft): SpotOrder {
  const { userId, side, orderType, quantity, clientRequestId, isPostOnly = false, maxSlippage, replaces } = draft;
  const price = isMarketType(orderType) ? undefined : draft.price;
  const timeInForce = timeInForceOf(draft);
  // A triggered order is a limit order, and so is its replacement.
  const triggered = replaces?.triggeredAt === undefined ? undefined : replaces;
  refuseWrong(book, market, { ...draft, price, timeInForce, isPostOnly }, triggered !== undefined);
  const stop = triggered === undefined ? stopOf(market, draft) : triggered.stop;
  const trail = trailOf(market, draft);
  const id = draft.id ?? book.nextOrderId();
  const rates = ratesOfGroup(market, book.limitsOf(userId).group);
  requireKnownFee(rates.takerFeeRate, draft);
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
    id,
    marketId: market.id,
    status: 'waiting',
    ladderFrom: undefined,
    ladderLimit: undefined,
    triggeredAt: triggered?.triggeredAt,
    rank: isStopType(orderType) && triggered === undefined ? undefined : book.nextRank(),
    filledQuantity: ZERO,
    filledQuote: ZERO,
    fee: ZERO,
    feeDue: ZERO,
    // Of this moment: the order pays them to its end, also when group or terms change.
    ...rates,
    heldAmount: holdOf({ side, orderType, price, stop, trail, maxSlippage }, quantity, market.terms.pricePrecision),
    cancelReason: undefined,
    replacesId: replaces?.id,
    ...(draft.group && { group: placeIn(draft.group, id) }),
    ...(draft.expiresAt !== undefined && { expiresAt: draft.expiresAt }),
    ...(trail && { trail }),
    createdAt: book.at,
    updatedAt: book.at,
  };
}

/** The first order of a group gives it its id. */
function placeIn(group: NonNullable<Draft['group']>, first: OrderId): GroupPlace {
  return { ...group, id: group.id ?? (first as number as GroupPlace['id']) };
}

function refuseWrong(
  { at }: MarketBook,
  { terms, reference }: MarketRecord,
  draft: Draft & Pick<OrderDraft, 'timeInForce'>,
  isTriggered: boolean,
): void {
  const { side, quantity, price, stopPrice, timeInForce, isPostOnly, maxSlippage, maxTotal, expiresAt, replaces } =
    draft;
  // A stop that follows already has passed its activation price.
  const isFollowing = replaces?.trail?.extreme !== undefined;
  const found = checkOrder(
    {
      side,
      orderType: isTriggered ? 'limit' : draft.orderType,
      quantity,
      price,
      stopPrice,
      timeInForce,
      isPostOnly,
      maxSlippage,
      maxTotal,
      expiry: expiresAt === undefined ? undefined : { at: expiresAt, now: at },
      trail: draft.trail && isFollowing ? { ...draft.trail, activationPrice: undefined } : draft.trail,
    },
    terms,
    reference?.price,
  );
  if (found !== undefined) throw refusal(found);
}

/** The stop of an order counts from the market's current tick; a replacement at the same stop price keeps its stop. */
function stopOf({ reference, seriesId }: MarketRecord, draft: Draft): Stop | undefined {
  const { orderType, stopPrice, replaces } = draft;
  if (!isStopType(orderType) || stopPrice === undefined) return undefined;
  const before = replaces?.stop;
  // The price may be beyond the stop of an exit already, and must not turn it round.
  if (before?.seriesId === seriesId && before?.price === stopPrice) return before;
  // Without a price there is no direction.
  if (reference === undefined || seriesId === undefined) throw new BusinessError('MARKET_SUSPENDED');
  const direction = stopDirection(stopPrice, reference.price);
  const isPassed = draft.stopDirection !== undefined && draft.stopDirection !== direction;
  if (direction === undefined || isPassed) throw new BusinessError('STOP_PRICE_REACHED');
  return { price: stopPrice, direction, seriesId, seq: reference.seq };
}

/** A trailing stop follows from the current tick, or from its activation price; its replacement keeps the extreme. */
function trailOf({ reference, seriesId }: MarketRecord, { side, trail, replaces }: Draft): TrailState | undefined {
  if (trail === undefined) return undefined;
  if (reference === undefined || seriesId === undefined) throw new BusinessError('MARKET_SUSPENDED');
  const before = replaces?.trail;
  if (before?.extreme !== undefined && before.seriesId !== seriesId) throw new BusinessError('MARKET_SUSPENDED');
  const extreme = before?.extreme ?? (trail.activationPrice === undefined ? reference.price : undefined);
  if (extreme !== undefined) {
    const sign = compare(reference.price, trailTrigger(side, trail, extreme));
    if (side === 'sell' ? sign <= 0 : sign >= 0) throw new BusinessError('STOP_PRICE_REACHED');
  }
  return { ...trail, seriesId, seq: reference.seq, extreme };
}

/** Matches an order with the current book; its cap counts from the current best price. */
async function meet(book: MarketBook, order: SpotOrder): Promise<Met> {
  const { userId, side, price, ladderLimit, maxSlippage } = order;
  const limitPrice = price ?? ladderLimit;
  const quantity = remainingOf(order);
  const resting = await book.sides[otherSide(side)].reaching(limitPrice, { quantity });
  const ladder = quotesAgainst(side, book.quotes());
  const incoming = { userId, side, quantity, limitPrice, maxSlippage };
  const met = { ...matchIncoming(incoming, resting.map(offerOf), ladder), resting };
  return price === undefined && paysFromHold(order) ? withinHold(book.market, order, met) : met;
}

/** The trades of a market order that its hold pays; beyond them it has met its cap. */
function withinHold({ terms }: MarketRecord, { side, heldAmount }: SpotOrder, met: Met): Met {
  let left = heldAmount;
  const executions: Execution[] = [];
  let { remaining } = met;
  for (const execution of met.executions) {
    const affordable = side === 'buy' ? divide(left, execution.price, terms.quantityPrecision, 'down') : left;
    const quantity = min(execution.quantity, affordable);
    if (isPositive(quantity)) executions.push({ ...execution, quantity });
    remaining = add(remaining, subtract(execution.quantity, quantity));
    left = subtract(left, side === 'buy' ? quoteAmount(quantity, execution.price) : quantity);
  }
  const hasMetCap = met.hasMetCap || compare(remaining, met.remaining) > 0;
  return { ...met, executions, remaining, hasMetCap };
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
  if (isMarketType(orderType)) return 'no_liquidity';
  return mayWait(timeInForce) ? undefined : timeInForce;
}

export function requireBalance(
  book: MarketBook,
  { userId, side, replaces }: Pick<Draft, 'userId' | 'side' | 'replaces'>,
  amount: Decimal,
): void {
  const spendable = add(book.spendable(userId, side), replaces?.heldAmount ?? ZERO);
  if (compare(amount, spendable) <= 0) return;
  throw new BusinessError(side === 'buy' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_SELLABLE_BALANCE');
}

export function requireRoom(
  book: MarketBook,
  { userId, replaces, others = 0 }: Pick<Draft, 'userId' | 'replaces' | 'others'>,
): void {
  const waiting = book.waitingCount(userId) - (replaces === undefined ? 0 : 1);
  const { openOrders: max } = book.limitsOf(userId).limits;
  if (waiting + others >= max) throw new BusinessError('ORDERS_TOO_MANY', { max });
}

/** The fee that the user saw holds: a higher one needs a new look. */
function requireKnownFee(takerFeeRate: Decimal, { feeRate }: Draft): void {
  if (feeRate !== undefined && compare(takerFeeRate, feeRate) > 0) throw new BusinessError('FEES_CHANGED');
}
