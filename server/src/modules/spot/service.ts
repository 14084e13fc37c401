/** Placing, replacing, cancelling and listing orders. */
import type { RequestOf } from '@halyard/contract/call';
import type { MarketId, UserId } from '@halyard/contract/ids';
import {
  PAGE_LIMIT_MAX,
  type cancelAllOrders,
  type cancelOrder,
  type listFills,
  type listOrders,
  type OrderRequest,
  type replaceOrder,
} from '@halyard/contract/spot/calls';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { EventBus } from '../../events/events.ts';
import { readDue } from './bookRepository.ts';
import { cancelAllSpotOrders, cancelSpotOrder } from './cancelOrders.ts';
import { isSearchDue } from './engine/bringUpToDate.ts';
import { createMarketQueues } from './engine/marketQueues.ts';
import { runBatch } from './engine/runBatch.ts';
import { createHouse, crossedSide } from './house.ts';
import { selectFills, selectOrders, type Page } from './orderHistory.ts';
import { createMarketOfPair } from './orderRepository.ts';
import { placeSpotOrder } from './placeOrder.ts';
import { readSpotBook } from './readBook.ts';
import { replaceSpotOrder } from './replaceOrder.ts';
import type { SpotDesk } from './spotDeps.ts';

/** Refusals are `BusinessError`s with the codes that the calls document. */
export type SpotService = ReturnType<typeof createSpotService>;

const PAGE_LIMIT_DEFAULT = 20;

/** Creates the spot service. */
export function createSpotService(parts: { readonly db: Database; readonly events: EventBus; readonly clock: Clock }) {
  const deps = { ...parts, house: createHouse() };
  const queues = createMarketQueues((marketIds, commands) => runBatch(deps, marketIds, commands));
  const desk = { ...deps, queues, marketOfPair: createMarketOfPair(deps.db) };
  return {
    placeOrder: (userId: UserId, request: OrderRequest) => placeSpotOrder(desk, userId, request),
    cancelOrder: (userId: UserId, request: RequestOf<typeof cancelOrder>) => cancelSpotOrder(desk, userId, request),
    replaceOrder: (userId: UserId, request: RequestOf<typeof replaceOrder>) => replaceSpotOrder(desk, userId, request),
    cancelAll: (userId: UserId, request: RequestOf<typeof cancelAllOrders>) =>
      cancelAllSpotOrders(desk, userId, request),
    listOrders: (userId: UserId, request: RequestOf<typeof listOrders>) =>
      selectOrders(deps.db, userId, request, pageOf(request)),
    listFills: (userId: UserId, request: RequestOf<typeof listFills>) =>
      selectFills(deps.db, userId, request, pageOf(request)),
    readBook: (symbol: string, limit?: number) => readSpotBook(deps, symbol, limit),
    sweepMarket: (marketId: MarketId) => bringMarketUpToDate(desk, marketId),
    /** Accepts no more orders, and resolves when all accepted orders are answered. */
    close: queues.close,
  };
}

// Some legacy clients count pages from 1 and some from 0; both mean the first page.
function pageOf(request: { page?: number | undefined; limit?: number | undefined }): Page {
  const limit = Math.min(Math.max(request.limit ?? PAGE_LIMIT_DEFAULT, 1), PAGE_LIMIT_MAX);
  const page = Math.max(request.page ?? 1, 1);
  return { limit, offset: (page - 1) * limit };
}

/**
 * After a new price: fills waiting orders that the ladder crosses, and triggers stop orders whose price was reached.
 * Checks first without the lock, since mostly nothing is due.
 */
async function bringMarketUpToDate(desk: SpotDesk, marketId: MarketId): Promise<void> {
  const view = await readDue(desk.db, marketId);
  if (view === undefined) return;
  const { market, house, due } = view;
  const isCrossed = crossedSide(house, desk.house.quotes(market, house)) !== undefined;
  if (isCrossed || (due !== undefined && isSearchDue(due))) await desk.queues.bringUpToDate(marketId);
}
