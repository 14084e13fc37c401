/** Spot orders and fills (`wire-facts` 2.7; `wire-contract` "Spot"). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  code,
  count,
  decimalWire,
  legacyTime,
  field,
  flag,
  formFlag,
  instant,
  requestId,
  wireObject,
  wireRequest,
} from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { currencyId, fillId, orderId, userId } from '../ids.ts';
import { side } from './side.ts';

export type Side = z.output<typeof side>;

/**
 * A `stop_limit` order waits outside the book until the market's price reaches its stop price; then it is a limit
 * order.
 */
export const orderType = z.enum(['limit', 'market', 'stop_limit']);
export type OrderType = z.output<typeof orderType>;

/**
 * How long an order may wait: `gtc` until it is cancelled, `ioc` not at all (what cannot be filled at once is
 * cancelled), `fok` not at all and only whole. A market order never waits: it is `ioc` unless it says `fok`.
 */
export const timeInForce = z.enum(['gtc', 'ioc', 'fok']);
export type TimeInForce = z.output<typeof timeInForce>;

/**
 * Why an order is cancelled, or what is left of it. `own_order`: it came to its owner's own waiting order; `slippage`:
 * a market order came to its cap.
 */
export const cancelReason = z.enum([
  'user',
  'replaced',
  'ioc',
  'fok',
  'post_only',
  'no_liquidity',
  'slippage',
  'own_order',
]);
export type CancelReason = z.output<typeof cancelReason>;

/**
 * `waiting` orders are in the book, or wait for their stop price; a market order that found no more liquidity is
 * `cancelled` with what it filled.
 */
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
  createdAt: field('created_at', legacyTime),
  updatedAt: field('updated_at', legacyTime),
  // Ours
  orderType: field('order_type', z._default(orderType, 'limit')),
  filledQuantity: field('filled_amount', z.optional(decimalWire)),
  averagePrice: field('average_price', z.optional(z.nullable(decimalWire))),
  fee: field('fee', z.optional(decimalWire)),
  feeCurrency: field('fee_currency', z.optional(z.string())),
  clientRequestId: field('client_request_id', z.optional(z.nullable(requestId))),
  /** Stop-limit orders only. */
  stopPrice: field('stop_price', z.optional(z.nullable(decimalWire))),
  /** When the market's price reached the stop price; null before, and for other types. */
  triggeredAt: field('triggered_at', z.optional(z.nullable(instant))),
  timeInForce: field('time_in_force', z._default(timeInForce, 'gtc')),
  isPostOnly: field('post_only', z._default(flag, false)),
  /** The cap that a market order asked for: {@link placeOrder}. */
  maxSlippage: field('max_slippage', z.optional(z.nullable(decimalWire))),
  /** Of cancelled orders. */
  cancelReason: field('cancel_reason', z.optional(z.nullable(cancelReason))),
  /** The order in whose place this one stands. */
  replacesId: field('replaces', z.optional(z.nullable(orderId))),
});
/** A spot order. */
export type Order = z.output<typeof order>;
export const orderCodec = order;

/**
 * Answers the order as it stands after matching. What is left of an order that comes to its owner's own waiting order
 * is cancelled there. Nothing is left behind by a refusal: a `fok` order that cannot be filled whole, a post-only order
 * that would take, a market order that finds nobody. An `ioc` order that finds nobody is answered as cancelled.
 * `maxSlippage`, of market orders alone, is how far from the best price of the other side, as the order is matched, it
 * may trade, as a fraction of that price; what is left there is cancelled. Without it there is no such cap.
 * Errors: MARKET_*, QUANTITY_*, PRICE_*, STOP_PRICE_*, SLIPPAGE_OUT_OF_RANGE, NOTIONAL_TOO_SMALL, ORDER_TERMS_INVALID,
 * ORDERS_TOO_MANY, POST_ONLY_WOULD_TAKE, NO_LIQUIDITY and FOK_UNFILLED or, where the user's own order causes them,
 * OWN_ORDER {price}, INSUFFICIENT_*, RATE_LIMITED, REQUEST_ID_REUSED, REQUEST_EXPIRED, SERVICE_UNAVAILABLE.
 */
export const placeOrder = defineCall({
  method: 'POST',
  path: 'coin/trade',
  access: 'user',
  summary: 'Place a limit, market or stop-limit order.',
  request: wireRequest({
    baseId: field('currency_id', currencyId),
    quoteId: field('legal_id', currencyId),
    side: field('type', side),
    quantity: field('amount', formDecimal),
    price: field('target_price', formDecimal),
    stopPrice: field('stop_price', formDecimal),
    orderType: field('order_type', z.optional(orderType)),
    timeInForce: field('time_in_force', z.optional(timeInForce)),
    isPostOnly: field('post_only', z.optional(formFlag)),
    maxSlippage: field('max_slippage', z.optional(decimalWire)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
    language: field('lang', z.optional(z.string().check(z.maxLength(16)))),
  }),
  answer: order,
});
/** What a user asks for when placing an order. */
export type OrderRequest = z.output<(typeof placeOrder)['request']>;

/**
 * Somebody else's order answers as one that is missing. Errors: ORDER_NOT_FOUND, ORDER_NOT_OPEN, REQUEST_ID_REUSED,
 * REQUEST_EXPIRED.
 */
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

/**
 * Ours. Cancels a waiting order and places another one of the same market, side, type and terms in its place, in one
 * transaction: when the new one is refused, the old one stands. `quantity` is that of the new order, whatever the old
 * one has filled; `expectedFilled` is what the asker believes that to be, and when it has filled more meanwhile,
 * ORDER_CHANGED refuses. Answers the new order.
 * Errors: ORDER_NOT_FOUND, ORDER_NOT_OPEN, ORDER_CHANGED, and those of `coin/trade`.
 */
export const replaceOrder = defineCall({
  method: 'POST',
  path: 'coin/replace',
  isOwn: true,
  access: 'user',
  summary: 'Replace a waiting order by one with another price or quantity.',
  request: wireRequest({
    id: field('id', orderId),
    quantity: field('amount', formDecimal),
    // Empty is refused and not taken for missing, which means the price of the old order.
    price: field('target_price', z.optional(decimalWire)),
    stopPrice: field('stop_price', z.optional(decimalWire)),
    expectedFilled: field('filled_amount', z.optional(decimalWire)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: order,
});

const cancelledOrders = wireObject({ cancelled: field('cancelled', count) });

/**
 * Ours. All of them or none; answers how many there were. Errors: REQUEST_ID_REUSED, REQUEST_EXPIRED,
 * SERVICE_UNAVAILABLE.
 */
export const cancelAllOrders = defineCall({
  method: 'POST',
  path: 'coin/cancel_all',
  isOwn: true,
  access: 'user',
  summary: 'Cancel all waiting orders, of one pair or one side when these are given.',
  request: wireRequest({
    baseId: field('currency_id', z.optional(currencyId)),
    quoteId: field('legal_id', z.optional(currencyId)),
    side: field('type', z.optional(side)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: cancelledOrders,
});

const pageRequest = { page: field('page', z.optional(count)), limit: field('limit', z.optional(count)) } as const;
const pairFilter = {
  baseId: field('currency_id', choiceOf(currencyId)),
  quoteId: field('legal_id', choiceOf(currencyId)),
} as const;

/** The most rows of one page. */
export const PAGE_LIMIT_MAX = 100;

/** The most orders of one user that may wait in one market. */
export const OPEN_ORDERS_MAX = 200;

/** UTC days, both ends included. */
const dayRange = { from: field('from', z.optional(z.iso.date())), to: field('to', z.optional(z.iso.date())) } as const;

/** What all readings of orders filter by; days are those on which an order was placed. */
export const orderFilter = {
  ...pairFilter,
  ...dayRange,
  side: field('side', z.optional(side)),
  orderType: field('order_type', z.optional(orderType)),
  status: field('status', choiceOf(orderStatus)),
} as const;

/**
 * Pages by `page` shift when rows arrive in between, as the family has it; with `after` (the `id` of the last row one
 * has) they do not, whatever `page` says.
 * Errors: RANGE_INVALID.
 */
export const listOrders = defineCall({
  method: 'GET',
  path: 'coin/list',
  access: 'user',
  summary: "The user's orders, newest first.",
  request: wireRequest({
    ...orderFilter,
    ...pageRequest,
    after: field('after', z.optional(orderId)),
    /** Only orders that are over: completed and cancelled ones. */
    isOver: field('over', z.optional(formFlag)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: z.array(order),
});

const forgottenOrders = wireObject({
  /** UTC, e.g. `2026-01`. */
  month: field('month', z.string().check(z.regex(/^\d{4}-\d{2}$/))),
  orders: field('orders', count),
});
/** How many orders of a month are forgotten. */
export type ForgottenOrders = z.output<typeof forgottenOrders>;

/**
 * Ours. What {@link listOrders} has no more: an order that was cancelled without an execution is forgotten 30 days
 * after it ended, and counted by the month in which it was placed. Errors: RANGE_INVALID.
 */
export const countForgottenOrders = defineCall({
  method: 'GET',
  path: 'coin/forgotten',
  isOwn: true,
  access: 'user',
  summary: "How many of the user's cancelled orders are forgotten, by months, the newest first.",
  request: wireRequest({ ...orderFilter }),
  answer: z.array(forgottenOrders),
});

/**
 * Where all orders are read as one CSV file, newest first: GET with `Authorization` and the filters of {@link
 * listOrders}, as with `wallet/ledger entries.csv`. Amounts in units of the currencies, times in UTC, words in our
 * terms. Forgotten orders follow, a line for those of one day, pair, side and type; `orders` says how many they are.
 */
export const ORDERS_CSV_PATH = 'coin/orders.csv';
export const ordersCsvRequest = wireRequest({ ...orderFilter });
export const ORDERS_CSV_COLUMNS = [
  'created_at',
  'updated_at',
  'pair',
  'side',
  'type',
  'time_in_force',
  'post_only',
  'stop_price',
  'price',
  'quantity',
  'filled',
  'average_price',
  'fee',
  'fee_currency',
  'status',
  'cancel_reason',
  'id',
  'orders',
] as const;

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

/**
 * What all readings of executions filter by; days are those of the execution, `orderType` is that of the user's order.
 */
export const fillFilter = {
  ...pairFilter,
  ...dayRange,
  side: field('side', z.optional(side)),
  orderType: field('order_type', z.optional(orderType)),
  orderId: field('order_id', z.optional(orderId)),
} as const;

/** Pages as in {@link listOrders}. Errors: RANGE_INVALID. */
export const listFills = defineCall({
  method: 'GET',
  path: 'coin/trades',
  isOwn: true,
  access: 'user',
  summary: "The user's executions, newest first.",
  request: wireRequest({ ...fillFilter, ...pageRequest, after: field('after', z.optional(fillId)) }),
  answer: z.array(fill),
});

/** Where all executions are read as one CSV file, as in {@link ORDERS_CSV_PATH}. */
export const FILLS_CSV_PATH = 'coin/trades.csv';
export const fillsCsvRequest = wireRequest({ ...fillFilter });
export const FILLS_CSV_COLUMNS = [
  'at',
  'pair',
  'side',
  'price',
  'quantity',
  'total',
  'fee',
  'fee_currency',
  'role',
  'order_id',
  'id',
] as const;
