/** Spot trading. */
import type { RequestOf } from '@halyard/contract/call';
import type { MarketId, UserId } from '@halyard/contract/calls/ids';
import type { Book } from '@halyard/contract/calls/markets';
import {
  PAGE_LIMIT_MAX,
  type cancelOrder,
  type Fill,
  type listFills,
  type listOrders,
  type Order,
  type OrderRequest,
} from '@halyard/contract/calls/spot';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { EventBus } from '../../events.ts';
import { cancelSpotOrder } from './cancelOrder.ts';
import { createHouse } from './house.ts';
import { selectFills, selectOrders, type Page } from './orderRepository.ts';
import { placeSpotOrder } from './placeOrder.ts';
import { readSpotBook } from './readBook.ts';
import { sweepSpotMarket } from './sweepMarket.ts';

/** What spot trading offers. Refusals are `BusinessError`s with the codes that the contract's calls name. */
export type SpotService = {
  placeOrder(userId: UserId, request: OrderRequest): Promise<Order>;
  cancelOrder(userId: UserId, request: RequestOf<typeof cancelOrder>): Promise<Order>;
  /** Newest first. */
  listOrders(userId: UserId, request: RequestOf<typeof listOrders>): Promise<Order[]>;
  /** Newest first. */
  listFills(userId: UserId, request: RequestOf<typeof listFills>): Promise<Fill[]>;
  /** Best levels first; 20 a side unless `limit` says otherwise, at most 100. */
  readBook(symbol: string, limit?: number): Promise<Book>;
  /** Fills what a ladder that moved stands across. */
  sweepMarket(marketId: MarketId): Promise<void>;
};

const PAGE_LIMIT_DEFAULT = 20;

/** Makes the spot service. */
export function createSpotService(parts: {
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
}): SpotService {
  const deps = { ...parts, house: createHouse() };
  const sweepMarket = (marketId: MarketId) => sweepSpotMarket(deps, marketId);
  return {
    placeOrder: (userId, request) => placeSpotOrder(deps, sweepMarket, userId, request),
    cancelOrder: (userId, request) => cancelSpotOrder(deps, userId, request),
    listOrders: (userId, request) => selectOrders(deps.db, userId, request, pageOf(request)),
    listFills: (userId, request) => selectFills(deps.db, userId, request, pageOf(request)),
    readBook: (symbol, limit) => readSpotBook(deps, symbol, limit),
    sweepMarket,
  };
}

// Clients of the family count pages from 1 and some from 0; both mean the first one.
function pageOf(request: { page?: number | undefined; limit?: number | undefined }): Page {
  const limit = Math.min(Math.max(request.limit ?? PAGE_LIMIT_DEFAULT, 1), PAGE_LIMIT_MAX);
  const page = Math.max(request.page ?? 1, 1);
  return { limit, offset: (page - 1) * limit };
}
