/** Placing, replacing, cancelling and listing orders. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { MarketId, OrderId, UserId } from '@halyard/contract/ids';
import type { Book, BookLevel } from '@halyard/contract/market/calls';
import { add, compare, isPositive, min, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import type { CancelReason, listFills, listOrders, Order, Side } from '@halyard/contract/spot/calls';
import {
  cancelAllOrders,
  cancelGroup,
  cancelOrder,
  placeOrder,
  type OrderRequest,
  placeEntry,
  placeOco,
  replaceOrder,
} from '@halyard/contract/spot/mutationCalls';
import { isStopType, mayWait, timeInForceOf, type Trail } from '@halyard/contract/spot/rules';
import { otherSide } from '@halyard/contract/spot/side';
import { BusinessError } from '../../calls/callHandler.ts';
import { pageOf } from '../../calls/paging.ts';
import { rateLimited, refuseUnlessRepeated } from '../../calls/repeated.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { runOnce } from '../../db/runOnce.ts';
import type { EventBus } from '../../events/events.ts';
import { findMarketBySymbol } from '../../market/marketRecord.ts';
import type { ModuleDeps } from '../../module.ts';
import type { Affinity } from '../../nodes/affinity.ts';
import type { Rate } from '../../rates.ts';
import {
  createMarketOfPair,
  findMarketOfOrder,
  findMarketsOfWaiting,
  firstAnswerOr,
  followTrails,
  readBookView,
  readDue,
} from './bookRepository.ts';
import { isEntryDue, isSearchDue } from './engine/bringUpToDate.ts';
import { cancelMember, dropExits } from './engine/groups.ts';
import type { MarketBook } from './engine/marketBook.ts';
import { bookOf, createMarketQueues, openOrder, type Command, type MarketQueues } from './engine/marketQueues.ts';
import { decidePlacement, type Draft } from './engine/placement.ts';
import { runBatch, type SpotDeps, type SpotDesk } from './engine/runBatch.ts';
import { createHouse, crossedSide } from './house.ts';
import { cancelOrderGroup, placeEntryOrder, placeOcoOrders } from './orderGroups.ts';
import { selectFills, selectOrders } from './orderHistory.ts';
import { replaceSpotOrder } from './replaceOrder.ts';
import { toOrder } from './spotOrder.ts';

/**
 * Places an order and returns it after matching; a repeated `clientRequestId` returns the first answer. Throws
 * `BusinessError` with the codes that the call documents; nothing has changed then.
 */
async function placeSpotOrder(desk: SpotDesk, userId: UserId, request: OrderRequest): Promise<Order> {
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
  const isStop = isStopType(orderType);
  return {
    once,
    needs: {
      userId,
      mayWait: mayWait(timeInForceOf({ orderType, timeInForce })) || isStop,
      isPlacing: true,
      ...(!isStop && { taking: { side: otherSide(side), reach } }),
    },
    run: async (books) => {
      const { quantity = ZERO, isPostOnly, maxSlippage, maxTotal, expiresAt, feeRate, clientRequestId } = request;
      const { stopPrice, stopDirection } = request;
      const stop = { stopPrice, stopDirection, trail: trailOf(request) };
      const terms = { orderType, timeInForce, isPostOnly, price, ...stop, maxSlippage, maxTotal, expiresAt };
      return place(bookOf(books, marketId), { userId, side, quantity, ...terms, feeRate, clientRequestId });
    },
  };
}

/** How the requested order trails; undefined for one that does not. */
function trailOf({ orderType, trailFraction, trailAmount, activationPrice }: OrderRequest): Trail | undefined {
  const isAny = trailFraction !== undefined || trailAmount !== undefined || activationPrice !== undefined;
  if (!isAny && orderType !== 'trailing_stop') return undefined;
  return { fraction: trailFraction, amount: trailAmount, activationPrice };
}

/** Places an order in a book. Throws the refusal; the book has not changed then. */
async function place(book: MarketBook, draft: Draft): Promise<Order> {
  const settlement = await decidePlacement(book, draft);
  book.settle(settlement);
  return toOrder(settlement.taker, book.market);
}

type CancelAllRequest = RequestOf<typeof cancelAllOrders>;

/**
 * Cancels a waiting order of the user. Throws `BusinessError`: ORDER_NOT_FOUND when it is missing or belongs to another
 * user, ORDER_NOT_OPEN when it is not waiting.
 */
async function cancelSpotOrder(desk: SpotDesk, userId: UserId, request: RequestOf<typeof cancelOrder>): Promise<Order> {
  const { clock } = desk;
  const once = { call: cancelOrder, userId, requestId: request.clientRequestId, request, clock };
  const marketId = await findMarketOfOrder(desk.db, userId, request.id);
  if (marketId === undefined) return firstAnswerOr(desk.db, once, 'ORDER_NOT_FOUND');
  return desk.queues.submit(marketId, {
    once,
    needs: { orderId: request.id, isPlacing: false },
    run: async (books) => {
      const book = bookOf(books, marketId);
      const cancelled = await cancelMember(book, openOrder(book, userId, request.id), 'user');
      return toOrder(cancelled, book.market);
    },
  });
}

/** Cancels all waiting orders of the user, or those of one pair or side, in one transaction; returns their number. */
async function cancelAllSpotOrders(
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

/** Cancels the waiting orders of a user in these markets, or those of one side; returns their number. */
export function cancelIn(
  books: readonly MarketBook[],
  userId: UserId,
  { side }: Pick<CancelAllRequest, 'side'>,
  reason: CancelReason = 'user',
): number {
  let cancelled = 0;
  for (const book of books) {
    const meant = book.waitingOf(userId).filter((order) => side === undefined || order.side === side);
    for (const order of meant) book.cancel(order, reason);
    dropExits(book, meant);
    cancelled += meant.length;
  }
  return cancelled;
}

/** Cancels an order whose end has come, unless it ended before. */
async function expireOrder(desk: SpotDesk, userId: UserId, id: OrderId): Promise<void> {
  const marketId = await findMarketOfOrder(desk.db, userId, id);
  if (marketId === undefined) return;
  await desk.queues.submitInternal(marketId, {
    needs: { orderId: id, isPlacing: false },
    run: async (books) => {
      const book = bookOf(books, marketId);
      const order = book.order(id);
      if (order?.status === 'waiting') await cancelMember(book, order, 'expired');
    },
  });
}

function cancelDelisted(desk: SpotDesk, marketId: MarketId, userId: UserId): Promise<void> {
  return desk.queues.submitInternal(marketId, {
    needs: { ownerId: userId, isPlacing: false },
    run: async (books) => void cancelIn(books, userId, {}, 'delisted'),
  });
}

/** Refusals are `BusinessError`s with the codes that the calls document. */
export type SpotService = ReturnType<typeof createSpotService>;

/** Rows of a page of orders or fills, where a client sends no limit. */
const PAGE_ROWS = 20;

export function createSpotService({ affinity, ...parts }: ServiceParts) {
  const deps = { ...parts, house: createHouse() };
  const queues = createMarketQueues((marketIds, commands) => runBatch(deps, marketIds, commands));
  const own = { ...deps, queues, marketOfPair: createMarketOfPair(deps.db) };
  const ownCalls = callsOf(own);
  affinity?.serve({
    [placeOrder.name]: ownCalls.placeOrder,
    [cancelOrder.name]: ownCalls.cancelOrder,
    [replaceOrder.name]: ownCalls.replaceOrder,
    [cancelAllOrders.name]: ownCalls.cancelAll,
    [placeOco.name]: ownCalls.placeOco,
    [placeEntry.name]: ownCalls.placeEntry,
    [cancelGroup.name]: ownCalls.cancelGroup,
  });
  const desk = affinity === undefined ? own : { ...own, queues: routed(queues, affinity) };
  return {
    ...callsOf(desk),
    /** Cancels an order whose end has come. */
    expireOrder: (userId: UserId, id: OrderId) => expireOrder(desk, userId, id),
    /** Cancels all waiting orders of a user in a market that has ended. */
    cancelInMarket: (marketId: MarketId, userId: UserId) => cancelDelisted(desk, marketId, userId),
    listOrders: (userId: UserId, request: RequestOf<typeof listOrders>) =>
      selectOrders(deps.db, userId, request, pageOf(request, PAGE_ROWS)),
    listFills: (userId: UserId, request: RequestOf<typeof listFills>) =>
      selectFills(deps.db, userId, request, pageOf(request, PAGE_ROWS)),
    readBook: (symbol: string, limit?: number) => readSpotBook(deps, symbol, limit),
    sweepMarket: (marketId: MarketId) => bringMarketUpToDate(desk, marketId),
    /** Accepts no more orders, and resolves when all accepted orders are answered. */
    close: queues.close,
  };
}

type ServiceParts = {
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly affinity?: Affinity | undefined;
};

/** The money mutations of users; served to other nodes by a desk whose commands run here. */
function callsOf(desk: SpotDesk) {
  return {
    placeOrder: (userId: UserId, request: OrderRequest) => placeSpotOrder(desk, userId, request),
    cancelOrder: (userId: UserId, request: RequestOf<typeof cancelOrder>) => cancelSpotOrder(desk, userId, request),
    replaceOrder: (userId: UserId, request: RequestOf<typeof replaceOrder>) => replaceSpotOrder(desk, userId, request),
    cancelAll: (userId: UserId, request: CancelAllRequest) => cancelAllSpotOrders(desk, userId, request),
    placeOco: (userId: UserId, request: RequestOf<typeof placeOco>) => placeOcoOrders(desk, userId, request),
    placeEntry: (userId: UserId, request: RequestOf<typeof placeEntry>) => placeEntryOrder(desk, userId, request),
    cancelGroup: (userId: UserId, request: RequestOf<typeof cancelGroup>) => cancelOrderGroup(desk, userId, request),
  };
}

/**
 * Queues that let the node of a market run its commands. A command without a request id runs here: a second attempt
 * would be another one.
 */
function routed(queues: MarketQueues, affinity: Affinity): MarketQueues {
  return {
    ...queues,
    async submit(marketId, command) {
      const { call, userId, requestId } = command.once;
      const request = command.once.request as object;
      const isRepeatable = requestId !== undefined;
      const asked = isRepeatable ? await affinity.ask(marketId, { call: call.name, userId, request }) : undefined;
      return asked === undefined ? queues.submit(marketId, command) : (asked.answer as AnswerOf<typeof call>);
    },
  };
}

/**
 * After a new price: cancels orders whose end has come, fills waiting orders that the ladder crosses, lets orders that
 * waited for the ladder meet it, lets trailing stops follow, and triggers stop orders whose price was reached.
 * Checks first without the lock, since mostly nothing is due.
 */
async function bringMarketUpToDate(desk: SpotDesk, marketId: MarketId): Promise<void> {
  const at = new Date(desk.clock.nowMs()).toISOString();
  const view = await readDue(desk.db, marketId, at);
  if (view === undefined) return;
  const { market, house, due, entering, areTrailsDue, hasExpired } = view;
  const isCrossed = crossedSide(house, desk.house.quotes(market, house)) !== undefined;
  const isEntering = entering !== undefined && isEntryDue(entering, market, at);
  const isReached = areTrailsDue && (await followTrails(desk.db, marketId));
  const isSearched = market.status === 'trading' && due !== undefined && isSearchDue(due);
  const isDue = hasExpired || isCrossed || isEntering || isReached || isSearched;
  // A command that places brings its market up to date before it runs.
  if (isDue) await desk.queues.submitInternal(marketId, { needs: { isPlacing: true }, run: () => Promise.resolve() });
}

const ORDERS: Rate = { max: 100, windowMs: 10_000 };

/** Benchmarks in the sandbox trade for a handful of users. */
const SANDBOX_FACTOR = 100;

type PlacingCall = typeof placeOrder | typeof replaceOrder | typeof placeOco | typeof placeEntry;

/** A request that brings an order in, and its user. */
type Placing<C extends PlacingCall> = {
  readonly call: C;
  readonly userId: UserId;
  readonly request: RequestOf<C>;
};

/**
 * Limits how often one user may place orders, over all nodes; cancelling is never limited. A request over the limit
 * gets its first answer if it is a repetition, else it throws `BusinessError`: RATE_LIMITED {seconds}.
 */
export function createOrderRate(deps: Pick<ModuleDeps, 'db' | 'clock' | 'rates' | 'isSandbox'>) {
  const { rates, isSandbox } = deps;
  const takeTurn = rates.counter('orders', { ...ORDERS, max: ORDERS.max * (isSandbox ? SANDBOX_FACTOR : 1) });
  return async <C extends PlacingCall>(
    { call, userId, request }: Placing<C>,
    run: () => Promise<AnswerOf<C>>,
  ): Promise<AnswerOf<C>> => {
    const waitMs = await takeTurn(String(userId));
    if (waitMs === 0) return run();
    return refuseUnlessRepeated(deps, { call, user: { id: userId }, request }, rateLimited(waitMs));
  };
}

// The public order book: waiting user orders and the house's ladder, summed by price.

const LEVELS_DEFAULT = 20;
/** The most levels a side in one answer. */
const LEVELS_MAX = 100;

/**
 * The best levels of both sides, best first. Throws `BusinessError('MARKET_NOT_FOUND')` for a market that is not
 * displayed.
 */
async function readSpotBook(deps: SpotDeps, symbol: string, limit = LEVELS_DEFAULT): Promise<Book> {
  const named = await findMarketBySymbol(deps.db, symbol);
  const levelsMax = Math.min(Math.max(limit, 1), LEVELS_MAX);
  const view = named?.isDisplayed === true ? await readBookView(deps.db, named.id, levelsMax) : undefined;
  if (view === undefined) throw new BusinessError('MARKET_NOT_FOUND');
  const quotes = deps.house.quotes(view.market, view.house);
  const buying = withoutDue('buy', view.bids, quotes.asks);
  const selling = withoutDue('sell', view.asks, quotes.bids);
  return {
    symbol: view.market.symbol,
    bids: mergeLevels('buy', buying.waiting, selling.ladder).slice(0, levelsMax),
    asks: mergeLevels('sell', selling.waiting, buying.ladder).slice(0, levelsMax),
    asOf: new Date(deps.clock.nowMs()).toISOString(),
    userBids: buying.waiting.slice(0, levelsMax),
    userAsks: selling.waiting.slice(0, levelsMax),
  };
}

/**
 * The rest of a side's user orders and of the opposite ladder after the ladder has filled the orders that it crosses. A
 * new price makes it cross them, and until the sweep has written those fills neither can trade with others: a book that
 * showed them would be crossed.
 */
function withoutDue(side: Side, waiting: readonly BookLevel[], ladder: readonly BookLevel[]) {
  const left = { waiting: [...waiting], ladder: [...ladder] };
  for (;;) {
    const [user, quote] = [left.waiting[0], left.ladder[0]];
    if (user === undefined || quote === undefined || !reaches(side, user[0], quote[0])) return left;
    const filled = min(user[1], quote[1]);
    takeBest(left.waiting, filled);
    takeBest(left.ladder, filled);
  }
}

function reaches(side: Side, price: Decimal, quoted: Decimal): boolean {
  return side === 'buy' ? compare(price, quoted) >= 0 : compare(price, quoted) <= 0;
}

function takeBest(levels: BookLevel[], quantity: Decimal): void {
  const [best] = levels;
  if (best === undefined) return;
  const rest = subtract(best[1], quantity);
  if (isPositive(rest)) levels[0] = [best[0], rest];
  else levels.shift();
}

function mergeLevels(side: Side, users: readonly BookLevel[], ladder: readonly BookLevel[]): BookLevel[] {
  const levels = new Map<Decimal, Decimal>();
  for (const [price, quantity] of [...users, ...ladder]) {
    const there = levels.get(price);
    levels.set(price, there === undefined ? quantity : add(there, quantity));
  }
  const direction = side === 'buy' ? -1 : 1;
  return [...levels].sort(([a], [b]) => direction * compare(a, b));
}
