/** Spot orders and fills, and their lists (docs/product.md 1). */
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
  /** The slippage cap of a market order, as in `placeOrder` (mutationCalls.ts). */
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
