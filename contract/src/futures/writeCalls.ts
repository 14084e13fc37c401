/** Calls that open, change and close positions (`wire-facts` 2.12; products.md 2). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  count,
  decimalWire,
  field,
  orUnknown,
  requestId,
  wireObject,
  wireRequest,
  termsHash,
} from '../codec.ts';
import { formDecimal } from '../formDecimal.ts';
import { positionId } from '../ids.ts';
import { futuresOrderKind, loosePrice, marginMode, positionCodec, positionSide, whichMarket } from './positionCodec.ts';

/** A text, for clients that show it; the row where the request has an id. */
const rowOrNotice = z.union([z.string(), positionCodec]);

/**
 * Opens a position at the first tick from now on, or waits for a price. The answer waits for that tick, 3 s at most;
 * without one the request is refused (PRICE_STALE). Errors, the first that holds: MARKET_NOT_FOUND,
 * MARKET_NOT_OPEN, MARKET_SUSPENDED, LOTS_REQUIRED, LOTS_INVALID, LOTS_TOO_FEW {min, max}, LOTS_TOO_MANY {min, max},
 * LEVERAGE_INVALID {choices}, DIRECTION_INVALID, PRICE_REQUIRED, PRICE_PRECISION {places}, TARGET_PRICE_SIDE {price},
 * STOP_PROFIT_SIDE {bound}, STOP_LOSS_SIDE {bound}, STOP_LOSS_BEYOND_LIQUIDATION {price}, POSITIONS_TOO_MANY {max},
 * PRICE_STALE, PRICE_MOVED {price}, TERMS_CHANGED, UNVERIFIED_LIMIT {max, left}, HOUSE_LIMIT {max},
 * INSUFFICIENT_BALANCE {needed, fee}. RATE_LIMITED {seconds} for the same again within a second without a request id;
 * REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const openPosition = defineCall({
  method: 'POST',
  path: 'lever/submit',
  access: 'user',
  summary: 'Open a leveraged position, at the market or at a price.',
  request: wireRequest({
    ...whichMarket,
    /** Text, so that what is no whole number gets its own error. */
    lots: field('share', z.optional(z.union([z.string(), z.number()]))),
    leverage: field('multiple', orUnknown(count)),
    side: field('type', orUnknown(positionSide)),
    kind: field('status', z.optional(futuresOrderKind)),
    targetPrice: field('target_price', loosePrice),
    stopProfit: field('target_profit_price', loosePrice),
    stopLoss: field('stop_loss_price', loosePrice),
    /** Of variants; means nothing. */
    password: field('password', z.optional(z.string())),
    // Ours
    mode: field('margin_mode', z.optional(marginMode)),
    /** The worst open price that is still wanted. */
    worstPrice: field('worst_price', z.optional(decimalWire)),
    /** Refuses other terms than those that were shown. */
    termsHash: field('terms_hash', z.optional(termsHash)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: rowOrNotice,
});

const whichPosition = {
  id: field('id', positionId),
  clientRequestId: field('client_request_id', z.optional(requestId)),
} as const;

/**
 * Closes a position at the first tick from now on; with lots, only so many: the closed part becomes a row of its own,
 * which is answered. The answer waits for that tick, 3 s at most; when none comes the row is answered open, with
 * `closing_from`, and the next tick closes it. Errors: POSITION_NOT_FOUND, POSITION_NOT_OPEN, MARKET_SUSPENDED (the
 * market has no further prices), LOTS_INVALID, LOTS_TOO_MANY {min, max}, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const closePosition = defineCall({
  method: 'POST',
  path: 'lever/close',
  access: 'user',
  summary: 'Close a position, or some lots of it.',
  request: wireRequest({ ...whichPosition, lots: field('share', z.optional(z.union([z.string(), z.number()]))) }),
  answer: rowOrNotice,
});

/**
 * Sets both stops at once; 0, empty or nothing: none. Errors: POSITION_NOT_FOUND, POSITION_NOT_OPEN, PRICE_PRECISION
 * {places}, STOP_PROFIT_SIDE {bound}, STOP_LOSS_SIDE {bound}, STOP_LOSS_BEYOND_LIQUIDATION {price}, PRICE_STALE,
 * REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const setStops = defineCall({
  method: 'POST',
  path: 'lever/setstop',
  access: 'user',
  summary: 'Set or clear the stops of a position or of an order that waits.',
  request: wireRequest({
    ...whichPosition,
    stopProfit: field('target_profit_price', loosePrice),
    stopLoss: field('stop_loss_price', loosePrice),
  }),
  answer: rowOrNotice,
});

/** Errors: POSITION_NOT_FOUND, POSITION_NOT_OPEN, PRICE_STALE, REQUEST_ID_REUSED, REQUEST_EXPIRED. */
export const cancelPosition = defineCall({
  method: 'POST',
  path: 'lever/cancel',
  access: 'user',
  summary: 'Cancel an order that waits: margin and fee come back.',
  request: wireRequest(whichPosition),
  answer: rowOrNotice,
});

const batchClosed = wireObject({
  closed: field('closed', z.array(positionId)),
  /** Those that the next price closes; missing where there are none. */
  closing: field('closing', z.optional(z.array(positionId))),
  failed: field('failed', z.array(wireObject({ id: field('id', positionId), code: field('code', z.string()) }))),
});
/** What closing all came to. */
export type BatchClosed = z.output<typeof batchClosed>;

/** Each in a transaction of its own. Errors: REQUEST_ID_REUSED, REQUEST_EXPIRED. */
export const closePositions = defineCall({
  method: 'POST',
  path: 'lever/batch_close',
  access: 'user',
  summary: 'Close all open positions, or all long or short ones.',
  request: wireRequest({
    /** 0 or nothing: both. */
    side: field('type', choiceOf(positionSide)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: z.union([z.string(), batchClosed]),
});

/**
 * Ours. Margin for an isolated position. Errors: POSITION_NOT_FOUND, POSITION_NOT_OPEN, MARGIN_MODE_CROSS,
 * AMOUNT_REQUIRED, AMOUNT_TOO_SMALL {min}, AMOUNT_PRECISION {places}, UNVERIFIED_LIMIT {max, left},
 * INSUFFICIENT_BALANCE {needed}, PRICE_STALE, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const addMargin = defineCall({
  method: 'POST',
  path: 'lever/add_margin',
  isOwn: true,
  access: 'user',
  summary: 'Add margin to an isolated position: its liquidation price moves away.',
  request: wireRequest({ ...whichPosition, amount: field('amount', formDecimal) }),
  answer: rowOrNotice,
});

/**
 * Ours. Closes a position and opens as many lots of the other side at one tick, or does nothing. Answers the new one.
 * Errors: those of closing and of opening.
 */
export const reversePosition = defineCall({
  method: 'POST',
  path: 'lever/reverse',
  isOwn: true,
  access: 'user',
  summary: 'Close a position and open the opposite one at the same tick.',
  request: wireRequest({
    ...whichPosition,
    worstPrice: field('worst_price', z.optional(decimalWire)),
    /** Refuses other terms than those that were shown. */
    termsHash: field('terms_hash', z.optional(termsHash)),
  }),
  answer: rowOrNotice,
});
