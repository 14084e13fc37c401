/**
 * Events for legacy clients, which subscribe to nothing: every market is broadcast to every client, each event under
 * the name in its `type`. Numbers are decimal strings, as everywhere on our wire. See docs/protocol.md.
 */
import * as z from 'zod/mini';
import { bookLevel, period, priceSource } from '../market/calls.ts';
import { currencyId, marketId, userId } from '../ids.ts';
import { optionCodec } from '../options/calls.ts';
import { positionCodec } from '../futures/positionCodec.ts';
import { count, decimalWire, field, signedPercent, wireObject } from '../codec.ts';

/** Names of the events, which are also their `type`. */
export const LEGACY_EVENTS = {
  kline: 'kline',
  dayMarket: 'daymarket',
  trades: 'match_trade',
  depth: 'market_depth',
  /** Private to a user: one of the user's options has ended. */
  closedOption: 'closed_microorder',
  /** Private to a user: the user's futures have changed. */
  contracts: 'lever_trade',
} as const;

/** Levels a side of {@link legacyDepth}. */
export const LEGACY_DEPTH_LEVELS = 10;

const marketFields = {
  symbol: field('symbol', z.string()),
  marketId: field('match_id', z.optional(marketId)),
  baseId: field('currency_id', currencyId),
  quoteId: field('legal_id', currencyId),
  base: field('currency_name', z.string()),
  quote: field('legal_name', z.string()),
} as const;

/** Older legacy clients read the names of a pair from these fields. */
const pairNames = {
  baseAgain: field('base-currency', z.optional(z.string())),
  quoteAgain: field('quote-currency', z.optional(z.string())),
} as const;

const candleFields = {
  period: field('period', period),
  open: field('open', decimalWire),
  close: field('close', decimalWire),
  high: field('high', decimalWire),
  low: field('low', decimalWire),
  /** In the base currency. */
  volume: field('volume', decimalWire),
  /** Start of the candle. */
  openedAtMs: field('time', count),
} as const;

/** `kline`: the open candle of a market in one period. */
export const legacyKline = wireObject({
  type: field('type', z.literal(LEGACY_EVENTS.kline)),
  ...marketFields,
  ...candleFields,
});

/** `daymarket`: the open candle of the day with the other fields of a market row. */
export const legacyDayMarket = wireObject({
  type: field('type', z.literal(LEGACY_EVENTS.dayMarket)),
  ...marketFields,
  ...candleFields,
  /** `null` while there is less than a day of prices. */
  changePercent: field('change', z.nullable(signedPercent)),
  lastPrice: field('now_price', decimalWire),
  /** Source of the price; legacy servers name their upstream exchange here. */
  priceSource: field('api_form', priceSource),
});

const legacyTrade = wireObject({
  id: field('id', count),
  price: field('price', decimalWire),
  quantity: field('amount', decimalWire),
  /** `buy` when the price did not fall since the trade before. */
  direction: field('direction', z.enum(['buy', 'sell'])),
  tradeId: field('tradeId', count),
  atMs: field('ts', count),
});

/** `match_trade`: the newest trades of a market, oldest first. */
export const legacyTrades = wireObject({
  type: field('type', z.literal(LEGACY_EVENTS.trades)),
  ...marketFields,
  ...pairNames,
  trades: field('data', z.array(legacyTrade)),
});

/** `market_depth`: bids best first, asks highest first, as legacy clients expect. */
export const legacyDepth = wireObject({
  type: field('type', z.literal(LEGACY_EVENTS.depth)),
  ...marketFields,
  ...pairNames,
  bids: field('bids', z.array(bookLevel)),
  asks: field('asks', z.array(bookLevel)),
});

/** `closed_microorder`: one of the user's options has ended. Only for the user's own sockets. */
export const legacyClosedOption = wireObject({
  type: field('type', z.literal(LEGACY_EVENTS.closedOption)),
  userId: field('to', userId),
  option: field('data', optionCodec),
});

/** Legacy clients expect rows as a text within the event. */
const rowsAsText = z.codec(z.string(), z.array(positionCodec), {
  decode: (text) => JSON.parse(text) as z.input<typeof positionCodec>[],
  encode: (rows) => JSON.stringify(rows),
});

/** `lever_trade`: the user's futures in total and of the pair that changed. Only for the user's own sockets. */
export const legacyFutures = wireObject({
  type: field('type', z.literal(LEGACY_EVENTS.contracts)),
  userId: field('to', userId),
  /** Percent. */
  hazardRate: field('hazard_rate', decimalWire),
  marginAll: field('caution_money_all', decimalWire),
  originMarginAll: field('origin_caution_money_all', decimalWire),
  profitAll: field('profits_all', decimalWire),
  margin: field('caution_money', decimalWire),
  originMargin: field('origin_caution_money', decimalWire),
  profit: field('profits', decimalWire),
  /** Open positions of all pairs, pending orders, and open positions of this pair. */
  all: field('trades_all', rowsAsText),
  waiting: field('trades_entrust', rowsAsText),
  ofPair: field('trades_cur', rowsAsText),
  /** Ours: the pair. */
  symbol: field('symbol', z.string()),
});
