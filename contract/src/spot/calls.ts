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
import { currencyId, fillId, orderGroupId, orderId, userId } from '../ids.ts';
import { pageRequest } from '../paging.ts';
import { side } from './side.ts';

export type { Side } from './side.ts';

// Clients of before there were groups know these values alone.
const firstTypes = ['limit', 'market', 'stop_limit'] as const;
const firstTimes = ['gtc', 'ioc', 'fok'] as const;
const firstReasons = [
  'user',
  'replaced',
  'ioc',
  'fok',
  'post_only',
  'no_liquidity',
  'delisted',
  'slippage',
  'own_order',
] as const;

/**
 * A `stop_limit` order waits outside the book until the market's price reaches its stop price; then it is a limit
 * order. A `stop_market` order becomes a market order there. The stop price of a `trailing_stop` follows the price at a
 * distance, then it is a market order too.
 */
export const orderType = z.enum([...firstTypes, 'stop_market', 'trailing_stop']);
export type OrderType = z.output<typeof orderType>;

/**
 * Time in force: `gtc` waits until it is cancelled; `gtd` until then or its `expiresAt`; `ioc` does not wait, and the
 * rest is cancelled; `fok` does not wait and fills whole or not at all. A market order never waits: it is `ioc` unless
 * it is `fok`.
 */
export const timeInForce = z.enum([...firstTimes, 'gtd']);
export type TimeInForce = z.output<typeof timeInForce>;

/**
 * Why an order, or its rest, was cancelled. `own_order`: it met a waiting order of its owner; `slippage`: a market
 * order reached its cap; `group`: another order of its group was filled or triggered; `expired`: `expiresAt` came.
 */
export const cancelReason = z.enum([...firstReasons, 'group', 'expired']);
export type CancelReason = z.output<typeof cancelReason>;

/** The part of an order in its group. */
export const orderLeg = z.enum(['entry', 'take_profit', 'stop_loss']);
export type OrderLeg = z.output<typeof orderLeg>;

/**
 * `waiting` orders are in the book, or wait for their stop price or for the next price; a market order that found no
 * more liquidity is `cancelled` with its fills.
 */
export const orderStatus = code({ waiting: 1, completed: 2, cancelled: 3 });
export type OrderStatus = z.output<typeof orderStatus>;

/** Exits that an entry brings in; one of the two prices is there. */
const exits = wireObject({
  takeProfitPrice: field('take_profit_price', z.optional(decimalWire)),
  stopPrice: field('stop_price', z.optional(decimalWire)),
  /** Without it the stop is a market order. */
  stopLimitPrice: field('stop_limit_price', z.optional(decimalWire)),
  /** The slippage cap of a stop without a limit price. */
  maxSlippage: field('max_slippage', z.optional(decimalWire)),
});
export type Exits = z.output<typeof exits>;

const wiredOrder = wireObject({
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
  orderType: field('order_type', z._default(z.enum(firstTypes), 'limit')),
  filledQuantity: field('filled_amount', z.optional(decimalWire)),
  averagePrice: field('average_price', z.optional(z.nullable(decimalWire))),
  fee: field('fee', z.optional(decimalWire)),
  feeCurrency: field('fee_currency', z.optional(z.string())),
  clientRequestId: field('client_request_id', z.optional(z.nullable(requestId))),
  /** Stop orders only; of a trailing stop once it was reached. */
  stopPrice: field('stop_price', z.optional(z.nullable(decimalWire))),
  /** When the market's price reached the stop price; null before, and for other types. */
  triggeredAt: field('triggered_at', z.optional(z.nullable(instant))),
  /** Whether it waits for the next price, to meet the house's quotes of then. */
  isWaitingForPrice: field('waiting_for_price', z.optional(flag)),
  timeInForce: field('time_in_force', z._default(z.enum(firstTimes), 'gtc')),
  isPostOnly: field('post_only', z._default(flag, false)),
  /** The slippage cap of a market order: {@link placeOrder}. */
  maxSlippage: field('max_slippage', z.optional(z.nullable(decimalWire))),
  /** Of cancelled orders. */
  cancelReason: field('cancel_reason', z.optional(z.nullable(z.enum(firstReasons)))),
  /** The order that this one replaced. */
  replacesId: field('replaces', z.optional(z.nullable(orderId))),
  // Sent only where they say something; older clients read the nearest value that they know in the field itself.
  exactType: field('exact_type', z.optional(orderType)),
  exactTime: field('exact_time_in_force', z.optional(timeInForce)),
  exactReason: field('exact_reason', z.optional(cancelReason)),
  /** Orders of one group have it in common. */
  groupId: field('group_id', z.optional(orderGroupId)),
  leg: field('leg', z.optional(orderLeg)),
  /** The exits that an entry brings in with its fills. */
  exits: field('exits', z.optional(exits)),
  /** The end of a `gtd` order. */
  expiresAt: field('expires_at', z.optional(instant)),
  /** Trailing stops: the distance as a fraction of the extreme, or as an amount. */
  trailFraction: field('trail_fraction', z.optional(decimalWire)),
  trailAmount: field('trail_amount', z.optional(decimalWire)),
  /** The price at which a trailing stop begins to follow; without it, it follows from its placement. */
  activationPrice: field('activation_price', z.optional(decimalWire)),
  /** The highest (sell) or lowest (buy) price since it began, as far as known when this was sent; missing before. */
  extremePrice: field('extreme_price', z.optional(decimalWire)),
  /** The trigger by that extreme, in the market's precision. */
  triggerPrice: field('trigger_price', z.optional(decimalWire)),
});
type WiredOrder = z.output<typeof wiredOrder>;

/** A spot order. */
export type Order = Omit<WiredOrder, keyof Exact | 'exactType' | 'exactTime' | 'exactReason'> & Exact;

/** The fields whose newer values travel beside the older ones. */
type Exact = {
  orderType: OrderType;
  timeInForce: TimeInForce;
  cancelReason?: CancelReason | null | undefined;
};

const order = z.codec(
  wiredOrder,
  z.custom<Order>((value) => typeof value === 'object' && value !== null),
  { decode: withExact, encode: besideExact },
);
export const orderCodec = order;

function withExact({ exactType, exactTime, exactReason, ...wired }: WiredOrder): Order {
  return {
    ...wired,
    orderType: exactType ?? wired.orderType,
    timeInForce: exactTime ?? wired.timeInForce,
    cancelReason: exactReason ?? wired.cancelReason,
  };
}

function besideExact(exact: Order): WiredOrder {
  const { orderType: type, timeInForce: time, cancelReason: reason } = exact;
  const isTypeFirst = isOneOf(firstTypes, type);
  const isTimeFirst = isOneOf(firstTimes, time);
  const isReasonFirst = reason === undefined || reason === null || isOneOf(firstReasons, reason);
  return {
    ...exact,
    orderType: isTypeFirst ? type : 'market',
    timeInForce: isTimeFirst ? time : 'gtc',
    cancelReason: isReasonFirst ? reason : null,
    exactType: isTypeFirst ? undefined : type,
    exactTime: isTimeFirst ? undefined : time,
    exactReason: isReasonFirst ? undefined : reason,
  };
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}

/**
 * Whether the user saw that the price must rise or fall to the stop price. Once it is beyond that, STOP_PRICE_REACHED
 * refuses: the stop would wait for the price to come back.
 */
const stopDirection = field('stop_direction', z.optional(z.enum(['rise', 'fall'])));

/**
 * Answers the order after matching. On live prices it trades with users at once; what would meet the house's quotes
 * waits (`waiting_for_price`) for the first price a second later, and meets the quotes of then. The rest of an order
 * that meets a waiting order of its owner is cancelled there. A refusal changes nothing: a `fok` order that cannot be
 * filled whole, a post-only order that would take, a market order without liquidity. An `ioc` order without liquidity
 * is answered as cancelled. `maxSlippage` (market orders only) is the largest distance from the best price of the
 * other side at matching, as a fraction of that price; the rest is cancelled there. Without it there is no cap.
 * `maxTotal` (market buys only) is the most quote that is spent: the order's quantity is reduced to what it pays for
 * in whole steps, QUANTITY_TOO_SMALL if that is too little. A trailing stop has one distance, `trailFraction` (0.001
 * to 0.2) or `trailAmount` (as much of the price), and may have an activation price: above the last price to sell,
 * below it to buy. Errors: MARKET_*, QUANTITY_*, PRICE_*, STOP_PRICE_*, SLIPPAGE_OUT_OF_RANGE, TRAIL_OUT_OF_RANGE,
 * ACTIVATION_PRICE_REACHED, EXPIRY_OUT_OF_RANGE, NOTIONAL_TOO_SMALL, ORDER_TERMS_INVALID, FEES_CHANGED,
 * ORDERS_TOO_MANY {max}, POST_ONLY_WOULD_TAKE, NO_LIQUIDITY and FOK_UNFILLED or, where the user's own order causes
 * them, OWN_ORDER {price}, INSUFFICIENT_*, RATE_LIMITED, REQUEST_ID_REUSED, REQUEST_EXPIRED, SERVICE_UNAVAILABLE.
 */
export const placeOrder = defineCall({
  method: 'POST',
  path: 'coin/trade',
  access: 'user',
  summary: 'Place a limit, market or stop order.',
  request: wireRequest({
    baseId: field('currency_id', currencyId),
    quoteId: field('legal_id', currencyId),
    side: field('type', side),
    quantity: field('amount', formDecimal),
    price: field('target_price', formDecimal),
    stopPrice: field('stop_price', formDecimal),
    stopDirection,
    orderType: field('order_type', z.optional(orderType)),
    timeInForce: field('time_in_force', z.optional(timeInForce)),
    isPostOnly: field('post_only', z.optional(formFlag)),
    maxSlippage: field('max_slippage', z.optional(decimalWire)),
    /** The taker rate that the user saw: a higher one is refused. */
    feeRate: field('fee_rate', z.optional(decimalWire)),
    maxTotal: field('max_total', z.optional(decimalWire)),
    /** Of `gtd`: at most 90 days from now. */
    expiresAt: field('expires_at', z.optional(instant)),
    trailFraction: field('trail_fraction', z.optional(decimalWire)),
    trailAmount: field('trail_amount', z.optional(decimalWire)),
    activationPrice: field('activation_price', z.optional(decimalWire)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
    language: field('lang', z.optional(z.string().check(z.maxLength(16)))),
  }),
  answer: order,
});
/** Input of a new order. */
export type OrderRequest = z.output<(typeof placeOrder)['request']>;

/** Fields with which every request of a group begins. */
const groupStart = {
  baseId: field('currency_id', currencyId),
  quoteId: field('legal_id', currencyId),
  side: field('type', side),
  quantity: field('amount', decimalWire),
} as const;

/** Fields with which every request of a group ends. */
const groupEnd = {
  /** The taker rate that the user saw: a higher one is refused. */
  feeRate: field('fee_rate', z.optional(decimalWire)),
  clientRequestId: field('client_request_id', z.optional(requestId)),
} as const;

/** The most groups with a waiting order of one user in one market. */
export const OPEN_GROUPS_MAX = 20;

const group = wireObject({
  groupId: field('group_id', orderGroupId),
  /** The orders that were placed, after matching: of an OCO the take profit first, of an entry the entry alone. */
  orders: field('orders', z.array(order)),
});
/** A new group of orders. */
export type OrderGroup = z.output<typeof group>;

/**
 * Ours. A take profit (limit order) and a stop of the same side and quantity, of which one is filled (one cancels the
 * other). The last price lies between the two prices. They hold together what the larger of the two holds. A fill of
 * the take profit takes its quantity off the stop, which goes on for the rest; when the price reaches the stop, the
 * take profit is cancelled (`group`) in the same transaction, before the stop trades. Both expire together. Errors:
 * those of {@link placeOrder}, TAKE_PROFIT_SIDE {price}, STOP_SIDE {price}, GROUPS_TOO_MANY {max}.
 */
export const placeOco = defineCall({
  method: 'POST',
  path: 'spot/oco',
  isOwn: true,
  access: 'user',
  summary: 'Place a take profit and a stop of which one is filled.',
  request: wireRequest({
    ...groupStart,
    takeProfitPrice: field('take_profit_price', decimalWire),
    stopPrice: field('stop_price', decimalWire),
    /** Without it the stop is a market order. */
    stopLimitPrice: field('stop_limit_price', z.optional(decimalWire)),
    /** The slippage cap of a stop without a limit price. */
    maxSlippage: field('max_slippage', z.optional(decimalWire)),
    expiresAt: field('expires_at', z.optional(instant)),
    ...groupEnd,
  }),
  answer: group,
});

/**
 * Ours. A limit or market order that brings in exits of the other side: a take profit, a stop, or both as an OCO. Each
 * fill of the entry brings them in, or makes them larger, for what was filled: a purchase sells what was received after
 * the fee, in whole steps; a sale buys back what its proceeds pay for at the dearer of the two prices, at most what was
 * sold. Less than the market's minimum waits for the next fill. When the entry ends, exits for what was filled stay.
 * When the stop is reached, what is left of the entry is cancelled too (`group`). Prices are compared with the entry's
 * limit price, or the last price of a market order. Errors: those of {@link placeOco}.
 */
export const placeEntry = defineCall({
  method: 'POST',
  path: 'spot/entry',
  isOwn: true,
  access: 'user',
  summary: 'Place an order that brings in its take profit, its stop, or both.',
  request: wireRequest({
    ...groupStart,
    /** Limit orders only. */
    price: field('target_price', z.optional(decimalWire)),
    orderType: field('order_type', z.enum(['limit', 'market'])),
    timeInForce: field('time_in_force', z.optional(timeInForce)),
    expiresAt: field('expires_at', z.optional(instant)),
    isPostOnly: field('post_only', z.optional(formFlag)),
    /** The slippage cap of the entry, where it is a market order. */
    maxSlippage: field('max_slippage', z.optional(decimalWire)),
    maxTotal: field('max_total', z.optional(decimalWire)),
    takeProfitPrice: field('take_profit_price', z.optional(decimalWire)),
    stopPrice: field('stop_price', z.optional(decimalWire)),
    stopLimitPrice: field('stop_limit_price', z.optional(decimalWire)),
    /** The slippage cap of a stop without a limit price. */
    stopMaxSlippage: field('stop_max_slippage', z.optional(decimalWire)),
    ...groupEnd,
  }),
  answer: group,
});

const cancelledOrders = wireObject({ cancelled: field('cancelled', count) });

/** Ours. Cancels all waiting orders of a group; answers their number. Errors: ORDER_NOT_FOUND, ORDER_NOT_OPEN. */
export const cancelGroup = defineCall({
  method: 'POST',
  path: 'spot/cancel_group',
  isOwn: true,
  access: 'user',
  summary: 'Cancel all waiting orders of a group.',
  request: wireRequest({
    groupId: field('group_id', orderGroupId),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: cancelledOrders,
});

/**
 * An order of another user answers as a missing one. The other leg of an OCO stays, without a group; exits that an
 * entry has not brought in yet are given up with it, those of its fills stay. Errors: ORDER_NOT_FOUND, ORDER_NOT_OPEN,
 * REQUEST_ID_REUSED, REQUEST_EXPIRED.
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
 * Answers the new order. The order of a group stays in its group; another quantity replaces both legs of an OCO, and
 * those that an entry brought in cannot become larger. The exit prices replace those of a waiting entry.
 * Errors: ORDER_NOT_FOUND, ORDER_NOT_OPEN, ORDER_CHANGED, and those of `coin/trade` and `spot/oco`.
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
    stopDirection,
    expectedFilled: field('filled_amount', z.optional(decimalWire)),
    /** Trailing stops: another distance. The extreme stays. */
    trailFraction: field('trail_fraction', z.optional(decimalWire)),
    trailAmount: field('trail_amount', z.optional(decimalWire)),
    /** Entries: other exits; a missing price stays. */
    exitTakeProfitPrice: field('exit_take_profit_price', z.optional(decimalWire)),
    exitStopPrice: field('exit_stop_price', z.optional(decimalWire)),
    exitStopLimitPrice: field('exit_stop_limit_price', z.optional(decimalWire)),
    feeRate: field('fee_rate', z.optional(decimalWire)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: order,
});

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

const pairFilter = {
  baseId: field('currency_id', choiceOf(currencyId)),
  quoteId: field('legal_id', choiceOf(currencyId)),
} as const;

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
    groupId: field('group_id', z.optional(orderGroupId)),
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
  'group_id',
  'leg',
  'expires_at',
  'trail_fraction',
  'trail_amount',
  'activation_price',
  'extreme_price',
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
