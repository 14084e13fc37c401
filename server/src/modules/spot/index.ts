/** Calls, files and jobs of spot trading. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import { canonicalJson } from '@halyard/contract/canonicalJson';
import type { UserId } from '@halyard/contract/ids';
import { getDepth } from '@halyard/contract/market/calls';
import {
  countForgottenOrders,
  FILLS_CSV_PATH,
  fillsCsvRequest,
  listFills,
  listOrders,
  ORDERS_CSV_PATH,
  ordersCsvRequest,
  type Order,
} from '@halyard/contract/spot/calls';
import {
  cancelAllOrders,
  cancelGroup,
  cancelOrder,
  placeEntry,
  placeOco,
  placeOrder,
  replaceOrder,
  type OrderRequest,
} from '@halyard/contract/spot/mutationCalls';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { answerOffered } from '../../countries/countryRules.ts';
import type { Reader } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { createSweepJob, type Waiting } from '../../market/sweepJob.ts';
import type { Module } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import type { RuleText } from '../../terms/versions.ts';
import { isBuyingOrder } from './bookRepository.ts';
import { createDelistJob, createExpireJob } from './endJobs.ts';
import { countForgotten, forgetOrders, readFillsCsv, readOrdersCsv, selectOrdersById } from './orderHistory.ts';
import { ENTRIES, orderMessages, readEntryTrades } from './orderMessages.ts';
import { createOrderRate, createSpotService } from './service.ts';

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    readonly 'book-changed': MarketRef;
    readonly 'order-changed': { readonly userId: UserId; readonly order: Order };
  }
}

const SWEEP_EVERY_MS = 2000;

/** Markets with waiting orders, in the book or before their stop price, each found by its own index. */
const WAITING: Waiting = {
  name: 'spot.sweep',
  markets: sql`select m.id as market_id from markets m where
    exists (select from spot_orders o where o.market_id = m.id and o.status = 'waiting' and o.rank is null)
    or exists (select from spot_orders o where o.market_id = m.id and o.status = 'waiting' and o.rank is not null and o.side = 'buy')
    or exists (select from spot_orders o where o.market_id = m.id and o.status = 'waiting' and o.rank is not null and o.side = 'sell')`,
};

export const spot: Module = {
  beginning: { function: 'spot', calls: [placeOrder, replaceOrder, placeOco, placeEntry] },
  refusedWhenFrozen: [
    { call: placeOrder, when: ({ side }: OrderRequest) => side === 'buy' },
    { call: replaceOrder },
    { call: placeOco, when: ({ side }: RequestOf<typeof placeOco>) => side === 'buy' },
    { call: placeEntry },
  ],
  waiting: WAITING,
  readRules: readFeeTexts,
  entries: ENTRIES,
  messages: orderMessages,
  pruners: { orders: forgetOrders },
  readEntryTrades,
  csvFiles: [
    {
      path: ORDERS_CSV_PATH,
      name: 'orders',
      open: (db, userId, query) => readOrdersCsv(db, userId, decodeInput(ordersCsvRequest, query)),
    },
    {
      path: FILLS_CSV_PATH,
      name: 'trades',
      open: (db, userId, query) => readFillsCsv(db, userId, decodeInput(fillsCsvRequest, query)),
    },
  ],
  create(deps) {
    const service = createSpotService(deps);
    const withinRate = createOrderRate(deps);
    const sweep = createSweepJob(
      {
        name: WAITING.name,
        waiting: WAITING,
        pollEveryMs: SWEEP_EVERY_MS,
        beginsIn: (event) => (event.type === 'book-changed' ? event.marketId : undefined),
      },
      {
        ...deps,
        sweep: service.sweepMarket,
        onError: (error, marketId) =>
          deps.log.error({ err: error, marketId }, 'a sweep failed; the next tick tries again'),
      },
    );
    return {
      handlers: [
        answerOffered(
          deps,
          { call: placeOrder, product: 'spot', isBuying: ({ side }) => side === 'buy' },
          (request, { user: { id: userId } }) =>
            withinRate({ call: placeOrder, userId, request }, () => service.placeOrder(userId, request)),
        ),
        answerUser(cancelOrder, (request, { user }) => service.cancelOrder(user.id, request)),
        answerOffered(
          deps,
          { call: replaceOrder, product: 'spot', findBuying: ({ id }, userId) => isBuyingOrder(deps.db, userId, id) },
          (request, { user: { id: userId } }) =>
            withinRate({ call: replaceOrder, userId, request }, () => service.replaceOrder(userId, request)),
        ),
        answerOffered(
          deps,
          { call: placeOco, product: 'spot', isBuying: ({ side }) => side === 'buy' },
          (request, { user: { id: userId } }) =>
            withinRate({ call: placeOco, userId, request }, () => service.placeOco(userId, request)),
        ),
        answerOffered(deps, { call: placeEntry, product: 'spot' }, (request, { user: { id: userId } }) =>
          withinRate({ call: placeEntry, userId, request }, () => service.placeEntry(userId, request)),
        ),
        answerUser(cancelGroup, (request, { user }) => service.cancelGroup(user.id, request)),
        answerUser(cancelAllOrders, (request, { user }) => service.cancelAll(user.id, request)),
        answerUser(listOrders, (request, { user }) => service.listOrders(user.id, request)),
        answerUser(countForgottenOrders, (request, { user }) => countForgotten(deps.db, user.id, request)),
        answerUser(listFills, (request, { user }) => service.listFills(user.id, request)),
        answerPublic(getDepth, ({ symbol, limit }) => service.readBook(symbol, limit)),
      ],
      jobs: [
        sweep,
        createDelistJob({ ...deps, cancelInMarket: service.cancelInMarket }),
        createExpireJob({ expireOrder: service.expireOrder }),
      ],
      realtime: {
        readBook: service.readBook,
        readOrders: (userId, orderIds) => selectOrdersById(deps.db, userId, orderIds),
      },
      close: service.close,
    };
  },
};

/**
 * The fee sheet in the public log: fee rates by market, as fractions of the amount received, and on live prices the
 * time from an order to the price whose ladder it meets.
 */
async function readFeeTexts(reader: Reader): Promise<readonly RuleText[]> {
  const markets = await listMarketRecords(reader);
  const fees = markets.map(({ symbol, makerFeeRate, takerFeeRate, source, ladderDelayMs }) => ({
    market: symbol,
    maker_fee_rate: makerFeeRate,
    taker_fee_rate: takerFeeRate,
    ...(source === 'live' && { entry_delay_ms: ladderDelayMs }),
  }));
  return [{ name: 'spot-fees', text: canonicalJson(fees) }];
}
