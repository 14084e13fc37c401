/** Places, replaces and cancels spot orders (docs/product.md 1). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, formFlag, instant, requestId, wireObject, wireRequest } from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { currencyId, orderGroupId, orderId } from '../ids.ts';
import { orderCodec, orderType, timeInForce } from './calls.ts';
import { side } from './side.ts';

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
  answer: orderCodec,
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
  orders: field('orders', z.array(orderCodec)),
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
  answer: orderCodec,
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
  answer: orderCodec,
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
