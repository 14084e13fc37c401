/** Spot orders and fills (`wire-facts` 2.7; `wire-contract` "Spot"). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { code, count, decimalWire, familyTime, field, instant, requestId, wireObject, wireRequest } from '../codec.ts';
import { currencyId, fillId, orderId, userId } from './ids.ts';

export const side = code({ buy: 1, sell: 2 });
export type Side = z.output<typeof side>;

export const orderType = z.enum(['limit', 'market']);
export type OrderType = z.output<typeof orderType>;

/** `waiting` orders are in the book; a market order that found no more liquidity is `cancelled` with what it filled. */
export const orderStatus = code({ waiting: 1, completed: 2, cancelled: 3 });
export type OrderStatus = z.output<typeof orderStatus>;

const order = wireObject({
  id: field('id', orderId),
  userId: field('u_id', z.optional(userId)),
  baseId: field('currency_id', currencyId),
  quoteId: field('legal_id', currencyId),
  symbol: field('symbol', z.string()),
  side: field('type', side),
  /** `null` for market orders. */
  price: field('target_price', z.nullable(decimalWire)),
  /** The market's last price when the order came in. */
  referencePrice: field('trade_price', z.nullable(decimalWire)),
  quantity: field('trade_amount', decimalWire),
  /** A fraction; the taker's rate of the market when the order came in. */
  feeRate: field('charge_fee', decimalWire),
  status: field('status', orderStatus),
  createdAt: field('created_at', familyTime),
  updatedAt: field('updated_at', familyTime),
  // Ours
  orderType: field('order_type', z._default(orderType, 'limit')),
  filledQuantity: field('filled_amount', z.optional(decimalWire)),
  averagePrice: field('average_price', z.optional(z.nullable(decimalWire))),
  fee: field('fee', z.optional(decimalWire)),
  feeCurrency: field('fee_currency', z.optional(z.string())),
  clientRequestId: field('client_request_id', z.optional(z.nullable(requestId))),
});
/** A spot order. */
export type Order = z.output<typeof order>;
export const orderCodec = order;

/**
 * Answers the order as it stands after matching. What is left of an order that comes to its owner's own waiting order is cancelled there.
 * Errors: MARKET_*, QUANTITY_*, PRICE_*, NOTIONAL_TOO_SMALL, INSUFFICIENT_*, NO_LIQUIDITY, REQUEST_ID_REUSED, SERVICE_UNAVAILABLE.
 */
export const placeOrder = defineCall({
  method: 'POST',
  path: 'coin/trade',
  access: 'user',
  summary: 'Place a limit or market order.',
  request: wireRequest({
    baseId: field('currency_id', currencyId),
    quoteId: field('legal_id', currencyId),
    side: field('type', side),
    quantity: field('amount', decimalWire),
    price: field('target_price', z.optional(decimalWire)),
    orderType: field('order_type', z.optional(orderType)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
    language: field('lang', z.optional(z.string().check(z.maxLength(16)))),
  }),
  answer: order,
});
/** What a user asks for when placing an order. */
export type OrderRequest = z.output<(typeof placeOrder)['request']>;

/** Somebody else's order answers as one that is missing. Errors: ORDER_NOT_FOUND, ORDER_NOT_OPEN. */
export const cancelOrder = defineCall({
  method: 'PUT',
  path: 'coin/trade',
  access: 'user',
  summary: 'Cancel a waiting order; what it held is released at once.',
  request: wireRequest({
    id: field('id', orderId),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: order,
});

const pageRequest = { page: field('page', z.optional(count)), limit: field('limit', z.optional(count)) } as const;
const pairFilter = {
  baseId: field('currency_id', z.optional(currencyId)),
  quoteId: field('legal_id', z.optional(currencyId)),
} as const;

/** The most rows of one page. */
export const PAGE_LIMIT_MAX = 100;

export const listOrders = defineCall({
  method: 'GET',
  path: 'coin/list',
  access: 'user',
  summary: "The user's orders, newest first.",
  request: wireRequest({
    ...pairFilter,
    ...pageRequest,
    status: field('status', z.optional(orderStatus)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: z.array(order),
});

const fill = wireObject({
  id: field('id', fillId),
  orderId: field('order_id', orderId),
  baseId: field('currency_id', currencyId),
  quoteId: field('legal_id', currencyId),
  symbol: field('symbol', z.string()),
  side: field('type', side),
  price: field('price', decimalWire),
  quantity: field('amount', decimalWire),
  fee: field('fee', decimalWire),
  feeCurrency: field('fee_currency', z.string()),
  role: field('role', z.enum(['maker', 'taker'])),
  at: field('at', instant),
});
/** One execution of a user's order. */
export type Fill = z.output<typeof fill>;

export const listFills = defineCall({
  method: 'GET',
  path: 'coin/trades',
  access: 'user',
  summary: "The user's executions, newest first.",
  request: wireRequest({ ...pairFilter, ...pageRequest, orderId: field('order_id', z.optional(orderId)) }),
  answer: z.array(fill),
});
