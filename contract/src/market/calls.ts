/** Markets, candles, order book and trade tape. All public. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  count,
  decimalNumber,
  decimalWire,
  legacyPercent,
  field,
  flag,
  instant,
  noParameters,
  signedPercent,
  wireObject,
  wireRequest,
} from '../codec.ts';
import { ZERO } from '../money/money.ts';
import { currencyId, marketId } from '../ids.ts';

/** Source of a price; shown up to the screen. */
export const priceSource = z.enum(['live', 'simulated', 'replay']);
export type PriceSource = z.output<typeof priceSource>;

/** Whether the market accepts orders. `feed-ended`: the replayed file has ended. `feed-stalled`: no price arrives, or
 * the market is halted. */
export const marketStatus = z.enum(['trading', 'feed-ended', 'feed-stalled']);
export type MarketStatus = z.output<typeof marketStatus>;

const marketRow = wireObject({
  id: field('id', marketId),
  baseId: field('currency_id', currencyId),
  quoteId: field('legal_id', currencyId),
  base: field('currency_name', z.string()),
  quote: field('legal_name', z.string()),
  logo: field('logo', z.optional(z.nullable(z.string()))),
  /** `null` until the first tick. */
  lastPrice: field('now_price', z.nullable(decimalWire)),
  changePercent: field('change', z.nullable(signedPercent)),
  /** 24 hours, in the base currency. */
  volume: field('volume', z.nullable(decimalWire)),
  high: field('high', z.optional(z.nullable(decimalWire))),
  low: field('low', z.optional(z.nullable(decimalWire))),
  isDisplayed: field('is_display', z.optional(flag)),
  isSpotOpen: field('open_coin_trade', z.optional(flag)),
  isTransactionOpen: field('open_transaction', z.optional(flag)),
  isFuturesOpen: field('open_lever', z.optional(flag)),
  isOptionOpen: field('open_microtrade', z.optional(flag)),
  /** Percent of the stake of an option, added to it; absent without options. */
  optionFeeRate: field('micro_trade_fee', z.optional(legacyPercent)),
  // Of futures; absent without them.
  lot: field('lever_share_num', z.optional(decimalNumber)),
  /** Some clients take it for a percent, so it is 0. */
  spread: field('spread', z.optional(decimalNumber)),
  spreadAmount: field('spread_amount', z.optional(decimalWire)),
  futuresFeeRate: field('lever_trade_fee', z.optional(decimalNumber)),
  overnightRate: field('overnight', z.optional(decimalWire)),
  minLots: field('lever_min_share', z.optional(count)),
  maxLots: field('lever_max_share', z.optional(count)),
  liquidationLevel: field('close_out_level', z.optional(decimalWire)),
  profitCap: field('profit_cap', z.optional(decimalWire)),
  sort: field('sort', z.optional(count)),
  // Ours
  /** 24 hours, in the quote currency. */
  turnover: field('turnover', z.optional(z.nullable(decimalWire))),
  priceSource: field('price_source', z._default(priceSource, 'live')),
  // Of live prices only.
  /** The venues whose quotes make the price. */
  venues: field('venues', z.optional(z.array(z.string()))),
  /** How many of them made the last price: options and new positions need {@link DERIVATIVES_SOURCES_MIN}. */
  sources: field('sources', z.optional(count)),
  /** The house's quotes are met at the first price that is so much later than the order, in milliseconds. */
  entryDelayMs: field('entry_delay_ms', z.optional(count)),
  asOf: field('as_of', z.optional(z.nullable(instant))),
  status: field('status', z._default(marketStatus, 'trading')),
  /** Announced end of the market. */
  delistsAt: field('delists_at', z.optional(instant)),
  pricePrecision: field('price_precision', z._default(count, 8)),
  quantityPrecision: field('quantity_precision', z._default(count, 8)),
  minQuantity: field('min_quantity', z._default(decimalWire, ZERO)),
  minNotional: field('min_notional', z._default(decimalWire, ZERO)),
  /**
   * A fraction: buy orders may not be above the last price by more than it, sell orders not below by more. Absent where
   * any price is accepted.
   */
  priceBand: field('price_band', z.optional(decimalWire)),
  makerFeeRate: field('maker_fee', z.optional(decimalWire)),
  takerFeeRate: field('taker_fee', z.optional(decimalWire)),
  /** Closes of the last 24 hours, oldest first, one an hour. */
  sparkline: field('sparkline', z.optional(z.array(decimalWire))),
});
/** A market with its 24-hour ticker. */
export type Market = z.output<typeof marketRow>;
export const marketCodec = marketRow;

const quoteGroup = wireObject({
  id: field('id', currencyId),
  name: field('name', z.string()),
  markets: field('quotation', z.array(marketRow)),
});

export const listMarkets = defineCall({
  method: 'GET',
  path: 'currency/quotation_new',
  summary: 'All markets with their 24-hour tickers, grouped by quote currency.',
  request: noParameters,
  answer: z.array(quoteGroup),
});

const pairRequest = { baseId: field('currency_id', currencyId), quoteId: field('legal_id', currencyId) } as const;

export const getMarket = defineCall({
  method: 'GET',
  path: 'currency/deal',
  summary: 'One market with its ticker; null when the pair is not shown.',
  request: wireRequest(pairRequest),
  answer: z.nullable(marketRow),
});

/** Stored periods. `1mon` is a calendar month, `1week` starts on Monday; all in UTC. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '4hour', '12hour', '1day', '1week', '1mon'] as const;
export type Period = (typeof PERIODS)[number];
export const period = z.enum(PERIODS);

const PERIOD_ALIASES: Readonly<Record<string, Period>> = {
  '1H': '60min',
  '4H': '4hour',
  '12H': '12hour',
  '1D': '1day',
  '1W': '1week',
  '1M': '1mon',
  '1month': '1mon',
};

/** The period of a legacy name. */
export function periodOf(word: string): Period | undefined {
  return PERIODS.find((known) => known === word) ?? PERIOD_ALIASES[word];
}

const bar = wireObject({
  /** Unix seconds, start of the bar. */
  openedAtSeconds: field('id', count),
  openedAtMs: field('time', count),
  period: field('period', z.optional(z.string())),
  base: field('base-currency', z.optional(z.string())),
  quote: field('quote-currency', z.optional(z.string())),
  open: field('open', decimalWire),
  close: field('close', decimalWire),
  high: field('high', decimalWire),
  low: field('low', decimalWire),
  /** In the quote currency. */
  turnover: field('vol', decimalWire),
  /** In the base currency. */
  volume: field('amount', decimalWire),
  /** Legacy servers send the base amount twice. */
  volumeAgain: field('volume', z.optional(decimalWire)),
  /** The venue that published the bar, where the exchange had no prices of its own; absent otherwise. */
  source: field('source', z.optional(z.string())),
});
/** A candle. */
export type Candle = z.output<typeof bar>;

/** The most bars of one answer; the newest are answered. */
export const CANDLES_MAX = 1500;

/**
 * Bars whose start is in `[from, to]`, ascending, at most {@link CANDLES_MAX}. Errors: MARKET_NOT_FOUND,
 * PERIOD_INVALID, RANGE_INVALID.
 */
export const listCandles = defineCall({
  method: 'GET',
  path: 'currency/new_timeshar',
  envelope: 'B',
  summary: 'Candles of a market, ascending, at most 1,500 a call.',
  request: wireRequest({
    symbol: field('symbol', z.string().check(z.maxLength(32))),
    period: field('period', z.string().check(z.maxLength(8))),
    fromSeconds: field('from', count),
    toSeconds: field('to', count),
  }),
  answer: z.array(bar),
});

/** Price and quantity of a level of the book. */
export const bookLevel = z.tuple([decimalWire, decimalWire]);
export type BookLevel = z.output<typeof bookLevel>;

/** Ours: the parts of the levels that are users' orders; the rest is the house's quotes. Best first. */
export const userLevels = {
  userBids: field('user_bids', z.optional(z.array(bookLevel))),
  userAsks: field('user_asks', z.optional(z.array(bookLevel))),
} as const;

const book = wireObject({
  symbol: field('symbol', z.string()),
  /** Best first, as are the asks. */
  bids: field('bids', z.array(bookLevel)),
  asks: field('asks', z.array(bookLevel)),
  asOf: field('as_of', instant),
  ...userLevels,
});
/** The order book: orders of users and of the house's ladder together. */
export type Book = z.output<typeof book>;

/** `BTC/USDT`. */
export const symbolRequest = z.string().check(z.maxLength(32));

export const getDepth = defineCall({
  method: 'GET',
  path: 'coin/depth',
  isOwn: true,
  summary: 'The order book of a market, best prices first.',
  request: wireRequest({ symbol: field('symbol', symbolRequest), limit: field('limit', z.optional(count)) }),
  answer: book,
});

const tick = wireObject({
  /** Position in the market's append-only tick log, increasing by one. */
  seq: field('seq', count),
  at: field('at', instant),
  price: field('price', decimalWire),
  quantity: field('quantity', decimalWire),
});
/** An entry of the tick log. */
export type Tick = z.output<typeof tick>;
export const tickCodec = tick;

export const listTicks = defineCall({
  method: 'GET',
  path: 'coin/ticks',
  isOwn: true,
  summary: "The newest entries of a market's tick log, newest first.",
  request: wireRequest({ symbol: field('symbol', symbolRequest), limit: field('limit', z.optional(count)) }),
  answer: z.array(tick),
});
