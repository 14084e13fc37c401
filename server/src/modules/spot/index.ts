/** The calls of spot trading. */
import type { UserId } from '@halyard/contract/calls/ids';
import { getDepth } from '@halyard/contract/calls/markets';
import {
  cancelAllOrders,
  cancelOrder,
  countForgottenOrders,
  FILLS_CSV_PATH,
  fillsCsvRequest,
  listFills,
  listOrders,
  ORDERS_CSV_PATH,
  ordersCsvRequest,
  type Order,
  placeOrder,
  replaceOrder,
} from '@halyard/contract/calls/spot';
import { answerPublic, answerUser } from '../../calls/callHandler.ts';
import { createSweepKind } from '../../market/sweepKind.ts';
import type { Module } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { readFillsCsv, readOrdersCsv } from './historyCsv.ts';
import { countForgotten, forgetOrders } from './forgottenOrders.ts';
import { selectOrdersById } from './orderHistory.ts';
import { createOrderRate } from './orderRate.ts';
import { createSpotService } from './service.ts';
import { ENTRIES } from './entryLabels.ts';
import { readFeeTexts } from './feeTexts.ts';
import { readEntryTrades } from './entryTrades.ts';

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    readonly 'book-changed': MarketRef;
    readonly 'order-changed': { readonly userId: UserId; readonly order: Order };
  }
}

const SWEEP_EVERY_MS = 2000;

export const spot: Module = {
  readRules: readFeeTexts,
  entries: ENTRIES,
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
    const sweep = createSweepKind(
      { name: 'spot.sweep', lookEveryMs: SWEEP_EVERY_MS },
      {
        ...deps,
        sweep: service.sweepMarket,
        onError: (error, marketId) =>
          deps.log.error({ err: error, marketId }, 'a sweep failed; the next tick tries again'),
      },
    );
    return {
      handlers: [
        answerUser(placeOrder, (request, { user: { id: userId } }) =>
          withinRate({ call: placeOrder, userId, request }, () => service.placeOrder(userId, request)),
        ),
        answerUser(cancelOrder, (request, { user }) => service.cancelOrder(user.id, request)),
        answerUser(replaceOrder, (request, { user: { id: userId } }) =>
          withinRate({ call: replaceOrder, userId, request }, () => service.replaceOrder(userId, request)),
        ),
        answerUser(cancelAllOrders, (request, { user }) => service.cancelAll(user.id, request)),
        answerUser(listOrders, (request, { user }) => service.listOrders(user.id, request)),
        answerUser(countForgottenOrders, (request, { user }) => countForgotten(deps.db, user.id, request)),
        answerUser(listFills, (request, { user }) => service.listFills(user.id, request)),
        answerPublic(getDepth, ({ symbol, limit }) => service.readBook(symbol, limit)),
      ],
      dueKinds: [sweep],
      realtime: {
        readBook: service.readBook,
        readOrders: (userId, orderIds) => selectOrdersById(deps.db, userId, orderIds),
      },
      close: service.close,
    };
  },
};
