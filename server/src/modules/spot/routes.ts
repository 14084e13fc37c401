/** The calls of spot trading. */
import { getDepth } from '@halyard/contract/calls/markets';
import {
  cancelAllOrders,
  cancelOrder,
  listFills,
  listOrders,
  placeOrder,
  replaceOrder,
} from '@halyard/contract/calls/spot';
import { answerPublic, answerUser, type CallHandler } from '../../calls/callHandler.ts';
import type { SpotService } from './service.ts';

/** Handlers of coin/trade, coin/replace, coin/cancel_all, coin/list, coin/trades and coin/depth. */
export function createSpotHandlers({ spot }: { readonly spot: SpotService }): readonly CallHandler[] {
  return [
    answerUser(placeOrder, (request, { user }) => spot.placeOrder(user.id, request)),
    answerUser(cancelOrder, (request, { user }) => spot.cancelOrder(user.id, request)),
    answerUser(replaceOrder, (request, { user }) => spot.replaceOrder(user.id, request)),
    answerUser(cancelAllOrders, (request, { user }) => spot.cancelAll(user.id, request)),
    answerUser(listOrders, (request, { user }) => spot.listOrders(user.id, request)),
    answerUser(listFills, (request, { user }) => spot.listFills(user.id, request)),
    answerPublic(getDepth, ({ symbol, limit }) => spot.readBook(symbol, limit)),
  ];
}
