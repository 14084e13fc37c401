/**
 * Futures: terms, previews, lists, accounts, and the calls that open, change and close positions (docs/product.md 3).
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  choiceOf,
  code,
  count,
  decimalWire,
  field,
  instant,
  noParameters,
  orUnknown,
  wireObject,
  wireRequest,
  termsHash,
  requestId,
} from '../codec.ts';
import { futuresTerms } from './terms.ts';
import { currencyId, marketId, positionId } from '../ids.ts';
import { numberedPage, pageRequest } from '../paging.ts';
import {
  closeReason,
  loosePrice,
  marginMode,
  positionCodec,
  positionSide,
  positionStatus,
  whichMarket,
  futuresOrderKind,
} from './positionCodec.ts';
import { formDecimal } from '../formDecimal.ts';

/** Preview of an order; nothing is held. */
const preview = wireObject({
  /** Whether a limit order opens immediately because its price is reached. */
  opensNow: field('opens_now', z.boolean()),
  entryPrice: field('price', decimalWire),
  quantity: field('number', decimalWire),
  notional: field('notional', decimalWire),
  margin: field('caution_money', decimalWire),
  fee: field('trade_fee', decimalWire),
  /** Overnight fee of one night at the last tick, and the time of the next midnight. */
  overnight: field('overnight_money', decimalWire),
  nextOvernightAt: field('next_night_at', instant),
  liquidationPrice: field('liquidation_price', decimalWire),
  bankruptcyPrice: field('bankruptcy_price', decimalWire),
  profitCapPrice: field('profit_cap_price', decimalWire),
  /** Free balance after the order. Negative: that much is missing. */
  freeAfter: field('free_after', decimalWire),
});
/** Preview of an order for a position. */
export type PositionPreview = z.output<typeof preview>;

const choice = wireObject({ value: field('value', z.string()) });

const futuresTermsAnswer = wireObject({
  /** Always empty: orders of other users are not shown. */
  book: field(
    'lever_transaction',
    wireObject({ in: field('in', z.array(z.never())), out: field('out', z.array(z.never())) }),
  ),
  /** The user's newest ten in this market. */
  positions: field('my_transaction', z.array(positionCodec)),
  lotLimits: field('lever_share_limit', wireObject({ min: field('min', count), max: field('max', count) })),
  choices: field(
    'multiple',
    wireObject({ leverages: field('muit', z.array(choice)), lots: field('share', z.array(choice)) }),
  ),
  lastPrice: field('last_price', decimalWire),
  /** Amount that may be used or transferred out. */
  free: field('user_lever', decimalWire),
  /** Notionals of all open positions at their last ticks. */
  notional: field('all_levers', decimalWire),
  quotePrice: field('ustd_price', decimalWire),
  exchangeRate: field('ExRAte', z.null()),
  // Ours
  marketId: field('match_id', marketId),
  currencyId: field('currency_id', currencyId),
  terms: field('terms', futuresTerms),
  termsHash: field('terms_hash', termsHash),
  /** The preselected leverage: the lowest until the user has closed ten positions. */
  firstLeverage: field('first_leverage', count),
  /** The user's notional in this market, pending orders included; it selects the tier. */
  marketNotional: field('market_notional', decimalWire),
  /** Balance of the user's futures account. */
  available: field('balance', decimalWire),
  crossEquity: field('cross_equity', decimalWire),
  crossMargin: field('cross_margin', decimalWire),
  nextOvernightAt: field('next_night_at', instant),
  preview: field('preview', z.nullable(preview)),
});
/** Futures terms of a market and the user's state in it. */
export type FuturesTermsAnswer = z.output<typeof futuresTermsAnswer>;

/** With lots, leverage and side the answer includes a preview. Errors: MARKET_NOT_FOUND, MARKET_NOT_OPEN. */
export const getFuturesTerms = defineCall({
  method: 'POST',
  path: 'lever/deal',
  access: 'user',
  summary: "A market's futures: terms, free balance, and the preview of an order.",
  request: wireRequest({
    ...whichMarket,
    lots: field('share', orUnknown(count)),
    leverage: field('multiple', orUnknown(count)),
    side: field('type', orUnknown(positionSide)),
    mode: field('margin_mode', z.optional(marginMode)),
    targetPrice: field('target_price', loosePrice),
  }),
  answer: futuresTermsAnswer,
});

/** UTC days of submission, both ends included. */
const dayRange = { from: field('from', z.optional(z.iso.date())), to: field('to', z.optional(z.iso.date())) } as const;

/** `-1` and a missing value: all. */
const statusFilter = z.optional(
  z.union([
    z.codec(z.literal(['', '-1', -1]), z.undefined(), { decode: () => undefined, encode: () => '' as const }),
    positionStatus,
  ]),
);

/** Filters of every list of positions. */
export const positionFilter = {
  status: field('status', statusFilter),
  baseId: field('currency_id', choiceOf(currencyId)),
  quoteId: field('legal_id', choiceOf(currencyId)),
  marketId: field('match_id', choiceOf(marketId)),
  side: field('type', choiceOf(positionSide)),
  closeReason: field('close_reason', choiceOf(closeReason)),
  ...dayRange,
} as const;

const totals = wireObject({
  /** Percent: the lowest isolated rate, or the cross rate if that is lower; 0 without positions. */
  hazardRate: field('hazard_rate', decimalWire),
  profit: field('profits_total', decimalWire),
});

/** Errors: RANGE_INVALID. */
export const listPositions = defineCall({
  method: 'POST',
  path: 'lever/my_trade',
  access: 'user',
  summary: "The user's positions and orders, newest first.",
  request: wireRequest({
    ...positionFilter,
    ...pageRequest,
    /** Ours: only ids below this one, so that pages do not shift while rows arrive. */
    after: field('after', z.optional(positionId)),
    /** Ours: closed and cancelled positions, or all others. */
    isOver: field('over', choiceOf(code({ yes: 1, no: 2 }))),
  }),
  answer: wireObject({
    totals: field('rate_profits_total', totals),
    page: field('message', numberedPage(positionCodec)),
  }),
});

/** Open positions in the form of one legacy client. Errors: MARKET_NOT_FOUND. */
export const listLegacyFutures = defineCall({
  method: 'POST',
  path: 'lever/dealall',
  access: 'user',
  summary: 'Open positions of one market.',
  request: wireRequest({
    baseId: field('currency_id', choiceOf(currencyId)),
    quoteId: field('legal_id', choiceOf(currencyId)),
    ...pageRequest,
  }),
  answer: wireObject({
    orders: field('order', numberedPage(positionCodec)),
    hazardRate: field('hazard_rate', decimalWire),
    profit: field('profits_total', decimalWire),
  }),
});

const futuresAccount = wireObject({
  currencyId: field('currency_id', currencyId),
  currency: field('currency_name', z.string()),
  /** Available and margins of open positions, with their profit. */
  equity: field('equity', decimalWire),
  available: field('balance', decimalWire),
  usedMargin: field('caution_money', decimalWire),
  /** Margins and fees of pending orders. */
  pendingHeld: field('pending_money', decimalWire),
  profit: field('profits_total', decimalWire),
  /** Amount that may be used or transferred out. */
  free: field('free', decimalWire),
  hazardRate: field('hazard_rate', decimalWire),
  positions: field('positions', count),
  /** Number of positions ever closed; decides the preselected leverage. */
  closedEver: field('closed_ever', count),
});
/** The state of a user's futures account in one currency. */
export type FuturesAccount = z.output<typeof futuresAccount>;

export const listFuturesAccounts = defineCall({
  method: 'GET',
  path: 'lever/account',
  isOwn: true,
  access: 'user',
  summary: 'Equity, used margin, free balance and risk of the futures account, by currency.',
  request: noParameters,
  answer: z.array(futuresAccount),
});

/** Path of the CSV file of all positions, newest first, with the filters of {@link listPositions}. */
export const POSITIONS_CSV_PATH = 'lever/positions.csv';
export const positionsCsvRequest = wireRequest({ ...positionFilter });
export const POSITIONS_CSV_COLUMNS = [
  'submitted_at',
  'opened_at',
  'ended_at',
  'pair',
  'side',
  'margin_mode',
  'leverage',
  'lots',
  'quantity',
  'open_price',
  'close_price',
  'stop_profit',
  'stop_loss',
  'margin',
  'added_margin',
  'fee',
  'overnight',
  'currency',
  'status',
  'close_reason',
  'profit',
  'returned',
  'shortfall',
  'price_source',
  'terms_hash',
  'id',
  'parent_id',
] as const;

/** The row where the request has an id; a text for legacy clients. */
const rowOrNotice = z.union([z.string(), positionCodec]);

/**
 * Opens a position at the first tick from now on, or places an order that waits for a price. The answer waits for that
 * tick, 3 s at most; without one the request is refused (PRICE_STALE). Errors, the first that applies:
 * MARKET_NOT_FOUND, MARKET_NOT_OPEN, MARKET_SUSPENDED, VENUES_TOO_FEW, LOTS_REQUIRED, LOTS_INVALID, LOTS_TOO_FEW {min,
 * max}, LOTS_TOO_MANY {min, max}, LEVERAGE_INVALID {choices}, DIRECTION_INVALID, PRICE_REQUIRED, PRICE_PRECISION
 * {places}, TARGET_PRICE_SIDE {price}, STOP_PROFIT_SIDE {bound}, STOP_LOSS_SIDE {bound}, STOP_LOSS_BEYOND_LIQUIDATION
 * {price}, POSITIONS_TOO_MANY {max}, PRICE_STALE, PRICE_MOVED {price}, TERMS_CHANGED, UNVERIFIED_LIMIT {max, left},
 * HOUSE_LIMIT {max}, INSUFFICIENT_BALANCE {needed, fee}. RATE_LIMITED {seconds} for the same order within a second
 * without a request id; REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const openPosition = defineCall({
  method: 'POST',
  path: 'lever/submit',
  access: 'user',
  summary: 'Open a leveraged position, at the market or at a price.',
  request: wireRequest({
    ...whichMarket,
    /** Text, so that a value that is not a whole number gets its own error. */
    lots: field('share', z.optional(z.union([z.string(), z.number()]))),
    leverage: field('multiple', orUnknown(count)),
    side: field('type', orUnknown(positionSide)),
    kind: field('status', z.optional(futuresOrderKind)),
    targetPrice: field('target_price', loosePrice),
    takeProfit: field('target_profit_price', loosePrice),
    stopLoss: field('stop_loss_price', loosePrice),
    /** Sent by some legacy clients; ignored. */
    password: field('password', z.optional(z.string())),
    // Ours
    mode: field('margin_mode', z.optional(marginMode)),
    /** The worst acceptable entry price. */
    worstPrice: field('worst_price', z.optional(decimalWire)),
    /** Refuses the request when the current terms differ from the ones shown. */
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
 * Closes a position at the first tick from now on. With lots, closes only that many: the closed part becomes a row of
 * its own, which is the answer. The answer waits for that tick, 3 s at most; without one it is the open row with
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
 * Sets both stops; 0, empty or a missing value clears a stop. Errors: POSITION_NOT_FOUND, POSITION_NOT_OPEN,
 * PRICE_PRECISION {places}, STOP_PROFIT_SIDE {bound}, STOP_LOSS_SIDE {bound}, STOP_LOSS_BEYOND_LIQUIDATION {price},
 * PRICE_STALE, REQUEST_ID_REUSED, REQUEST_EXPIRED.
 */
export const setStops = defineCall({
  method: 'POST',
  path: 'lever/setstop',
  access: 'user',
  summary: 'Set or clear the stops of a position or of an order that waits.',
  request: wireRequest({
    ...whichPosition,
    takeProfit: field('target_profit_price', loosePrice),
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
  /** Positions that the next price closes; missing where there are none. */
  closing: field('closing', z.optional(z.array(positionId))),
  failed: field('failed', z.array(wireObject({ id: field('id', positionId), code: field('code', z.string()) }))),
});

/** Closes each position in a transaction of its own. Errors: REQUEST_ID_REUSED, REQUEST_EXPIRED. */
export const closePositions = defineCall({
  method: 'POST',
  path: 'lever/batch_close',
  access: 'user',
  summary: 'Close all open positions, or all long or short ones.',
  request: wireRequest({
    /** 0 or a missing value: both sides. */
    side: field('type', choiceOf(positionSide)),
    clientRequestId: field('client_request_id', z.optional(requestId)),
  }),
  answer: z.union([z.string(), batchClosed]),
});

/**
 * Ours. Adds margin to an isolated position. Errors: POSITION_NOT_FOUND, POSITION_NOT_OPEN, MARGIN_MODE_CROSS,
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
 * Ours. Closes a position and opens as many lots of the other side at the same tick, or does nothing. Answers the new
 * position. Errors: those of closing and of opening.
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
    /** Refuses the request when the current terms differ from the ones shown. */
    termsHash: field('terms_hash', z.optional(termsHash)),
  }),
  answer: rowOrNotice,
});
