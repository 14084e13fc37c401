/** Spot orders and fills (docs/product.md 1). */
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
 * Time in force: `gtc` waits until it is cancelled; `ioc` does not wait, and the rest is cancelled; `fok` does not wait
 * and fills whole or not at all. A market order never waits: it is `ioc` unless it is `fok`.
 */
export const timeInForce = z.enum(['gtc', 'ioc', 'fok']);
export type TimeInForce = z.output<typeof timeInForce>;

/**
 * Why an order, or its rest, was cancelled. `own_order`: it met a waiting order of its owner; `slippage`: a market
 * order reached its cap.
 */
export const cancelReason = z.enum([
  'user',
  'replaced',
  'ioc',
  'fok',
  'post_only',
  'no_liquidity',
  'delisted',
  'slippage',
  'own_order',
]);
export type CancelReason = z.output<typeof cancelReason>;

/**
 * `waiting` orders are in the book, or wait for their stop price or for the next price; a market order that found no
 * more liquidity is `cancelled` with its fills.
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
  /** The market's last price when the order arrived. */
  referencePrice: field('trade_price', z.nullable(decimalWire)),
  quantity: field('trade_amount', decimalWire),
  /** A fraction; the market's taker rate when the order arrived. */
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
  /** Whether it waits for the next price, to meet the house's quotes of then. */
  isWaitingForPrice: field('waiting_for_price', z.optional(flag)),
  timeInForce: field('time_in_force', z._default(timeInForce, 'gtc')),
  isPostOnly: field('post_only', z._default(flag, false)),
  /** The slippage cap of a market order: {@link placeOrder}. */
  maxSlippage: field('max_slippage', z.optional(z.nullable(decimalWire))),
  /** Of cancelled orders. */
  cancelReason: field('cancel_reason', z.optional(z.nullable(cancelReason))),
  /** The order that this one replaced. */
  replacesId: field('replaces', z.optional(z.nullable(orderId))),
});
/** A spot order. */
export type Order = z.output<typeof order>;
export const orderCodec = order;

/**
 * Answers the order after matching. On live prices it trades with users at once; what would meet the house's quotes
 * waits (`waiting_for_price`) for the first price a second later, and meets the quotes of then. The rest of an order
 * that meets a waiting order of its owner is cancelled there. A refusal changes nothing: a `fok` order that cannot be
 * filled whole, a post-only order that would take, a market order without liquidity. An `ioc` order without liquidity
 * is answered as cancelled. `maxSlippage` (market orders only) is the largest distance from the best price of the
 * other side at matching, as a fraction of that price; the rest is cancelled there. Without it there is no cap.
 * `maxTotal` (market buys only) is the most quote that is spent: the order's quantity is reduced to what it pays for
 * in whole steps, QUANTITY_TOO_SMALL if that is too little. Errors: MARKET_*, QUANTITY_*, PRICE_*, STOP_PRICE_*,
 * SLIPPAGE_OUT_OF_RANGE, NOTIONAL_TOO_SMALL, ORDER_TERMS_INVALID, FEES_CHANGED, ORDERS_TOO_MANY {max},
 * POST_ONLY_WOULD_TAKE, NO_LIQUIDITY
 * and FOK_UNFILLED or, where the user's own order causes them, OWN_ORDER {price}, INSUFFICIENT_*, RATE_LIMITED,
 * REQUEST_ID_REUSED, REQUEST_EXPIRED, SERVICE_UNAVAILABLE.
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
    /** The taker rate that the user saw: a higher one is refused. */
    feeRate: field('fee_rate', z.optional(decimalWire)),
    maxTotal: field('max_total', z.optional(decimalWire)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
    language: field('lang', z.optional(z.string().check(z.maxLength(16)))),
  }),
  answer: order,
});
/** Input of a new order. */
export type OrderRequest = z.output<(typeof placeOrder)['request']>;

/**
 * An order of another user answers as a missing one. Errors: ORDER_NOT_FOUND, ORDER_NOT_OPEN, REQUEST_ID_REUSED,
 * REQUEST_EXPIRED.
 */
export const cancelOrder = defineCall({
  method: 'PUT',
  path: 'coin/trade',
  access: 'user',
  summary: 'Cancel a waiting order; its hold is released.',
  request: wireRequest({
    id: field('id', orderId),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: order,
});

/**
 * Ours. Cancels a waiting order and places another one of the same market, side, type and terms, in one transaction:
 * when the new one is refused, the old one stays. `quantity` is that of the new order, fills of the old one apart;
 * `expectedFilled` is the filled quantity that the caller knows, and ORDER_CHANGED refuses when more was filled.
 * Answers the new order. Errors: ORDER_NOT_FOUND, ORDER_NOT_OPEN, ORDER_CHANGED, and those of `coin/trade`.
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
    // An empty price is refused; a missing one means the price of the old order.
    price: field('target_price', z.optional(decimalWire)),
    stopPrice: field('stop_price', z.optional(decimalWire)),
    expectedFilled: field('filled_amount', z.optional(decimalWire)),
    feeRate: field('fee_rate', z.optional(decimalWire)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: order,
});

const cancelledOrders = wireObject({ cancelled: field('cancelled', count) });

/** Ours. Cancels all or none; answers their number. Errors: REQUEST_ID_REUSED, REQUEST_EXPIRED, SERVICE_UNAVAILABLE. */
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

/** The most waiting orders of one user in one market, where no terms of limits say otherwise. */
export const OPEN_ORDERS_MAX = 200;

/** UTC days, both ends included. */
const dayRange = { from: field('from', z.optional(z.iso.date())), to: field('to', z.optional(z.iso.date())) } as const;

/** Filters of every list of orders; days are those on which an order was placed. */
export const orderFilter = {
  ...pairFilter,
  ...dayRange,
  side: field('side', z.optional(side)),
  orderType: field('order_type', z.optional(orderType)),
  status: field('status', choiceOf(orderStatus)),
} as const;

/**
 * Pages by `page` shift when rows arrive in between, as legacy clients expect. With `after` (the `id` of the last row)
 * they do not, and `page` is ignored. Errors: RANGE_INVALID.
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
    /** Only completed and cancelled orders. */
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
/** Number of forgotten orders of a month. */
export type ForgottenOrders = z.output<typeof forgottenOrders>;

/**
 * Ours. Counts orders that {@link listOrders} has no more: an order that was cancelled without an execution is deleted
 * 30 days after it ended, and counted by the month in which it was placed. Errors: RANGE_INVALID.
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
 * Path of the CSV file of all orders, newest first: GET with `Authorization` and the filters of {@link listOrders}, as
 * with the CSV file of ledger entries. Amounts in units of the currencies, times in UTC, words in our terms. Deleted
 * orders follow, a line for those of one day, pair, side and type; `orders` is their number.
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

/** Filters of every list of executions; days are those of the execution, `orderType` is that of the user's order. */
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

/** Path of the CSV file of all executions, as in {@link ORDERS_CSV_PATH}. */
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
