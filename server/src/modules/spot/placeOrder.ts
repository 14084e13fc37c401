/** Placing an order: one transaction under the market's lock, or nothing. */
import type { MarketId, UserId } from '@halyard/contract/calls/ids';
import { placeOrder, type Order, type OrderRequest, type Side } from '@halyard/contract/calls/spot';
import { add, compare, isPositive, ZERO, type Decimal } from '@halyard/contract/money';
import { checkOrder } from '@halyard/contract/rules/spot';
import type { Transaction } from '../../db/database.ts';
import { runOnce } from '../../db/runOnce.ts';
import { BusinessError, refusal } from '../../errors.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { BalanceMovedError, commitSettlement, publishChange, type BookChange } from './bookChange.ts';
import { openMarket, readResting, type OpenedMarket } from './bookRepository.ts';
import { crossedSide, quotesAgainst, takenAfter } from './house.ts';
import { matchIncoming, type Execution } from './matching.ts';
import { initialHold, settleIncoming, totalPaid } from './settlement.ts';
import type { SpotDeps } from './spotDeps.ts';
import { remainingOf, toOrder, type OrderState, type SpotOrder } from './spotOrder.ts';

// Most orders meet few others; the rare one that needs more reads on.
const RESTING_ROWS = 8;
const RESTING_ROWS_GROWTH = 8;
// A tick, or money spent in another market, may come between reading and writing; it seldom does twice.
const ATTEMPTS_MAX = 5;

/** The ladder stands across waiting orders, which come before the order that found it so. */
class BookCrossedError extends Error {
  readonly marketId: MarketId;

  constructor(marketId: MarketId) {
    super('the ladder has moved across waiting orders');
    this.name = 'BookCrossedError';
    this.marketId = marketId;
  }
}

type Placing = { readonly userId: UserId; readonly request: OrderRequest; readonly mayBeCrossed: boolean };

/**
 * Places an order and answers it as it stands after matching; asked again with the same `clientRequestId`, the first answer. Throws `BusinessError` with the
 * codes that the call documents; nothing has changed then.
 */
export async function placeSpotOrder(
  deps: SpotDeps,
  sweep: (marketId: MarketId) => Promise<void>,
  userId: UserId,
  request: OrderRequest,
): Promise<Order> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS_MAX;
    try {
      return await attemptOnce(deps, { userId, request, mayBeCrossed: isLast });
    } catch (error) {
      if (error instanceof BookCrossedError) await sweep(error.marketId);
      else if (!(error instanceof BalanceMovedError)) throw error;
      // The balance was there each time it was read, so it is the exchange that is too busy.
      else if (isLast) throw new BusinessError('SERVICE_UNAVAILABLE');
    }
  }
}

async function attemptOnce(deps: SpotDeps, placing: Placing): Promise<Order> {
  const { userId, request } = placing;
  const once = { call: placeOrder, userId, requestId: request.clientRequestId, request };
  // An answer that is given again changes nothing, so there is nothing to tell.
  let change: BookChange | undefined;
  const answer = await deps.db.transaction((tx) =>
    runOnce(tx, once, async () => {
      const placed = await place(tx, deps, placing);
      change = placed.change;
      return placed.answer;
    }),
  );
  if (change !== undefined) publishChange(deps.events, change);
  return answer;
}

async function place(
  tx: Transaction,
  deps: SpotDeps,
  { userId, request, mayBeCrossed }: Placing,
): Promise<{ readonly answer: Order; readonly change: BookChange }> {
  const isMarketOrder = request.orderType === 'market';
  const restingSide = request.side === 'buy' ? 'sell' : 'buy';
  const query = { side: restingSide, reach: isMarketOrder ? undefined : request.price, rowsMax: RESTING_ROWS } as const;
  const opened = await openMarket(tx, { userId, baseId: request.baseId, quoteId: request.quoteId }, query);
  const market = tradingMarket(opened?.market);
  if (opened === undefined) throw new BusinessError('MARKET_NOT_FOUND');
  const at = new Date(deps.clock.nowMs()).toISOString();
  const incoming = incomingOrder({ userId, request, market, at });

  const quotes = deps.house.quotes(market, opened.house);
  if (!mayBeCrossed && crossedSide(opened.house, quotes) !== undefined) throw new BookCrossedError(market.id);
  requireBalance(incoming.side, incoming.heldAmount, opened);

  const resting = await enoughResting(tx, opened, incoming, query);
  const matched = matchIncoming(
    { userId, side: incoming.side, quantity: incoming.quantity, limitPrice: incoming.price },
    resting.map((order) => ({ ...order, price: priceOf(order), remaining: remainingOf(order) })),
    quotesAgainst(incoming.side, quotes),
  );
  if (isMarketOrder) {
    if (matched.executions.length === 0) throw new BusinessError('NO_LIQUIDITY');
    requireBalance(incoming.side, totalPaid(incoming.side, matched.executions), opened);
  }
  const isOver = isMarketOrder || matched.hasMetOwnOrder;
  const settlement = settleIncoming(market, incoming, { executions: matched.executions, resting, isOver });
  const ladderTaken = takenAfter(market, incoming.side, ladderQuantity(matched.executions));
  const change = await commitSettlement(tx, market, settlement, { at, ladderTaken });
  const [placed] = change.orders;
  if (placed === undefined) throw new Error('a placed order was not written');
  return { answer: toOrder(placed, market), change };
}

function tradingMarket(market: MarketRecord | undefined): MarketRecord {
  if (market === undefined || !market.isDisplayed) throw new BusinessError('MARKET_NOT_FOUND');
  if (market.status !== 'trading') throw new BusinessError('MARKET_SUSPENDED');
  return market;
}

function incomingOrder(input: { userId: UserId; request: OrderRequest; market: MarketRecord; at: string }): OrderState {
  const { userId, request, market, at } = input;
  const { side, quantity, orderType = 'limit' } = request;
  const price = orderType === 'limit' ? request.price : undefined;
  const found = checkOrder({ side, orderType, quantity, price }, market.terms, market.reference?.price);
  if (found !== undefined) throw refusal(found);
  return {
    userId,
    side,
    orderType,
    status: 'waiting',
    price,
    referencePrice: market.reference?.price,
    quantity,
    filledQuantity: ZERO,
    filledQuote: ZERO,
    fee: ZERO,
    makerFeeRate: market.makerFeeRate,
    takerFeeRate: market.takerFeeRate,
    heldAmount: initialHold({ side, quantity, price }),
    clientRequestId: request.clientRequestId,
    createdAt: at,
    updatedAt: at,
  };
}

/** Reads on until the waiting orders could fill the incoming one, or there are no more. */
async function enoughResting(
  tx: Transaction,
  { market, resting: first }: OpenedMarket,
  incoming: OrderState,
  query: { readonly side: Side; readonly reach: Decimal | undefined; readonly rowsMax: number },
): Promise<readonly SpotOrder[]> {
  let resting = first;
  let { rowsMax } = query;
  while (resting.length === rowsMax && compare(add(...resting.map(remainingOf)), incoming.quantity) < 0) {
    rowsMax *= RESTING_ROWS_GROWTH;
    resting = await readResting(tx, market.id, { ...query, rowsMax });
  }
  return resting;
}

function ladderQuantity(executions: readonly Execution[]): Decimal {
  return add(...executions.filter(({ restingId }) => restingId === undefined).map(({ quantity }) => quantity));
}

function requireBalance(side: Side, amount: Decimal, { available }: OpenedMarket): void {
  const spendable = side === 'buy' ? available.quote : available.base;
  if (isPositive(amount) && compare(amount, spendable) > 0) throw insufficient(side);
}

function insufficient(side: Side): BusinessError {
  return new BusinessError(side === 'buy' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_SELLABLE_BALANCE');
}

function priceOf(order: SpotOrder): Decimal {
  if (order.price === undefined) throw new Error(`order ${order.id} waits without a price`);
  return order.price;
}
