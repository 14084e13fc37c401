/** The venues that a live feed can be made of. None is on unless the operator names it. */
import { parseDecimal, ZERO, type Decimal } from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';

// OKX: the ticker of each pair, at most every 100 ms, and its trades.

/** The code of the notice that a line ends within a minute. */
const UPGRADE = '64008';

export const okx: Venue = {
  name: 'okx',
  termsUrl: 'https://www.okx.com/help/terms-of-service',
  symbolOf: (base, quote) => `${base}-${quote}`,
  url: (_symbols, origin = 'wss://ws.okx.com:8443') => `${origin}/ws/v5/public`,
  subscribe: (symbols) => [
    JSON.stringify({
      op: 'subscribe',
      args: symbols.flatMap((instId) => ['tickers', 'trades'].map((channel) => ({ channel, instId }))),
    }),
  ],
  parse: (text) => {
    if (text === 'pong') return ALIVE;
    const message = readJson(text);
    switch (fieldOf(message, 'event')) {
      case 'error':
        return refused(fieldOf(message, 'code'), fieldOf(message, 'msg'));
      case 'notice':
        return fieldOf(message, 'code') === UPGRADE ? CLOSING : IGNORED;
      case undefined:
        break;
      default:
        return IGNORED;
    }
    const data = listOf(fieldOf(message, 'data'));
    switch (fieldOf(fieldOf(message, 'arg'), 'channel')) {
      case 'tickers':
        return data.map((one) => quoteOf(fieldOf(one, 'instId'), fieldOf(one, 'bidPx'), fieldOf(one, 'askPx')));
      case 'trades':
        return data.map((one) => tradeOf(fieldOf(one, 'instId'), fieldOf(one, 'sz')));
      default:
        return IGNORED;
    }
  },
  pingText: 'ping',
  silenceMaxMs: 25_000,
};

/** Kraken, version 2: the ticker at every change of the best bid or ask, and trades. Its prices are JSON numbers. */
export const kraken: Venue = {
  name: 'kraken',
  termsUrl: 'https://www.kraken.com/legal',
  symbolOf: (base, quote) => `${base}/${quote}`,
  url: (_symbols, origin = 'wss://ws.kraken.com') => `${origin}/v2`,
  subscribe: (symbols) => [
    JSON.stringify({ method: 'subscribe', params: { channel: 'ticker', symbol: symbols, event_trigger: 'bbo' } }),
    // The snapshot has trades of the past.
    JSON.stringify({ method: 'subscribe', params: { channel: 'trade', symbol: symbols, snapshot: false } }),
  ],
  parse: (text) => {
    const message = readExactJson(text);
    if (fieldOf(message, 'success') === false) return refused(fieldOf(message, 'symbol'), fieldOf(message, 'error'));
    const channel = fieldOf(message, 'channel');
    if (channel === 'heartbeat') return ALIVE;
    const data = listOf(fieldOf(message, 'data'));
    if (channel === 'trade' && fieldOf(message, 'type') === 'update')
      return data.map((one) => tradeOf(fieldOf(one, 'symbol'), fieldOf(one, 'qty')));
    if (channel !== 'ticker') return IGNORED;
    return data.map((one) => quoteOf(fieldOf(one, 'symbol'), fieldOf(one, 'bid'), fieldOf(one, 'ask')));
  },
  // A heartbeat comes every second in which nothing else does.
  silenceMaxMs: 5000,
};

/** Coinbase Exchange: the ticker, at every trade, the trades, and a heartbeat every second. */
const coinbase: Venue = {
  name: 'coinbase',
  termsUrl: 'https://www.coinbase.com/legal/market_data',
  symbolOf: (base, quote) => `${base}-${quote}`,
  url: (_symbols, origin = 'wss://ws-feed.exchange.coinbase.com') => origin,
  // One message a pair: a pair that does not exist fails its whole message.
  subscribe: (symbols) =>
    symbols.map((symbol) =>
      JSON.stringify({ type: 'subscribe', product_ids: [symbol], channels: ['ticker', 'matches', 'heartbeat'] }),
    ),
  parse: (text) => {
    const message = readJson(text);
    switch (fieldOf(message, 'type')) {
      case 'ticker':
        return [quoteOf(fieldOf(message, 'product_id'), fieldOf(message, 'best_bid'), fieldOf(message, 'best_ask'))];
      // The one before the subscription is a `last_match`.
      case 'match':
        return [tradeOf(fieldOf(message, 'product_id'), fieldOf(message, 'size'))];
      case 'heartbeat':
        return ALIVE;
      case 'error':
        return refused(fieldOf(message, 'message'), fieldOf(message, 'reason'));
      default:
        return IGNORED;
    }
  },
  silenceMaxMs: 5000,
};

/** Bybit: the first level of the book, whole at every change and every 3 s, and trades. */
const TOPIC = 'orderbook.1.';
const TRADES = 'publicTrade.';

const bybit: Venue = {
  name: 'bybit',
  termsUrl: 'https://www.bybit.com/en/legal/terms-service',
  symbolOf: (base, quote) => base + quote,
  url: (_symbols, origin = 'wss://stream.bybit.com') => `${origin}/v5/public/spot`,
  // One message a pair: a pair that does not exist fails its whole message.
  subscribe: (symbols) =>
    symbols.map((symbol) => JSON.stringify({ op: 'subscribe', args: [TOPIC + symbol, TRADES + symbol] })),
  parse: (text) => {
    const message = readJson(text);
    if (fieldOf(message, 'op') === 'ping' || fieldOf(message, 'op') === 'pong') return ALIVE;
    if (fieldOf(message, 'success') === false) return refused(fieldOf(message, 'ret_msg'));
    const topic = fieldOf(message, 'topic');
    if (typeof topic !== 'string' || fieldOf(message, 'type') !== 'snapshot') return IGNORED;
    const data = fieldOf(message, 'data');
    if (topic.startsWith(TRADES)) return listOf(data).map((one) => tradeOf(fieldOf(one, 's'), fieldOf(one, 'v')));
    if (!topic.startsWith(TOPIC)) return IGNORED;
    return [quoteOf(fieldOf(data, 's'), bestOf(fieldOf(data, 'b')), bestOf(fieldOf(data, 'a')))];
  },
  pingText: '{"op":"ping"}',
  silenceMaxMs: 15_000,
};

/** The price of the first of a side's levels; empty for a side without one. */
function bestOf(side: unknown): unknown {
  const [best] = listOf(side);
  return best === undefined ? '' : listOf(best)[0];
}

// Binance: the best bid and ask of each pair, at every change, and trades. The address serves market data alone.

/** A line is replaced so long before its end. */
const MARGIN_MS = 10 * 60_000;

export const binance: Venue = {
  name: 'binance',
  termsUrl: 'https://www.binance.com/en/terms',
  symbolOf: (base, quote) => base + quote,
  url: (symbols, origin = 'wss://data-stream.binance.vision') =>
    `${origin}/stream?streams=${symbols
      .map((symbol) => symbol.toLowerCase())
      .map((name) => `${name}@bookTicker/${name}@trade`)
      .join('/')}`,
  // The address names what to send.
  subscribe: () => [],
  parse: (text) => {
    const message = readJson(text);
    const data = fieldOf(message, 'data') ?? fieldOf(message, 'event') ?? message;
    if (fieldOf(data, 'e') === 'serverShutdown') return CLOSING;
    const error = fieldOf(message, 'error') ?? message;
    if (fieldOf(error, 'msg') !== undefined) return refused(fieldOf(error, 'msg'));
    if (fieldOf(data, 'e') === 'trade') return [tradeOf(fieldOf(data, 's'), fieldOf(data, 'q'))];
    // Other payloads use the same letters; only a book ticker has the number of the book's update.
    if (fieldOf(data, 'u') === undefined) return IGNORED;
    return [quoteOf(fieldOf(data, 's'), fieldOf(data, 'b'), fieldOf(data, 'a'))];
  },
  // It sends a ping every 20 s.
  silenceMaxMs: 30_000,
  ageMaxMs: DAY_MS - MARGIN_MS,
};

export const VENUES: readonly Venue[] = [binance, kraken, coinbase, okx, bybit];

export function findVenue(name: string): Venue | undefined {
  return VENUES.find((venue) => venue.name === name);
}

// A venue as the live feed knows it: its address, the messages to send, and a parser of its messages.

/** The meaning of a message. */
export type VenueEvent =
  | { readonly kind: 'quote'; readonly symbol: string; readonly bid: Decimal; readonly ask: Decimal }
  /** A trade, for volumes alone: its amount, in the base currency. */
  | { readonly kind: 'trade'; readonly symbol: string; readonly quantity: Decimal }
  /** The line works. */
  | { readonly kind: 'alive' }
  /** The venue ends the line soon. */
  | { readonly kind: 'closing' }
  /** The venue does not send what was asked for. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'ignored' };

export type Venue = {
  readonly name: string;
  /** The terms under which it publishes prices. */
  readonly termsUrl: string;
  /** Its name of a pair. */
  symbolOf(base: string, quote: string): string;
  /** The address of its public prices; `origin` replaces its own address in tests. */
  url(symbols: readonly string[], origin?: string): string;
  /** Messages to send when the line is open. */
  subscribe(symbols: readonly string[]): readonly string[];
  /** Pure. Anything that is not understood is ignored. */
  parse(text: string): readonly VenueEvent[];
  /** A text that keeps the line open; a ping of the protocol where it is missing. */
  readonly pingText?: string;
  /** The line is dead when nothing comes for so long. */
  readonly silenceMaxMs: number;
  /** The venue ends every line at that age. */
  readonly ageMaxMs?: number;
};

const IGNORED: readonly VenueEvent[] = [{ kind: 'ignored' }];
const ALIVE: readonly VenueEvent[] = [{ kind: 'alive' }];
const CLOSING: readonly VenueEvent[] = [{ kind: 'closing' }];

/** That a subscription was refused. */
function refused(...reasons: readonly unknown[]): readonly VenueEvent[] {
  const reason = reasons.filter((part) => typeof part === 'string' && part !== '').join(': ');
  return [{ kind: 'refused', reason: (reason || 'without a reason').slice(0, 200) }];
}

/** A quote of texts. An empty side of the book is a zero, which never counts; anything unreadable is ignored. */
function quoteOf(symbol: unknown, bidText: unknown, askText: unknown): VenueEvent {
  const [bid, ask] = [sideOf(bidText), sideOf(askText)];
  if (typeof symbol !== 'string' || bid === undefined || ask === undefined) return { kind: 'ignored' };
  return { kind: 'quote', symbol, bid, ask };
}

/** A trade of an amount as text; anything unreadable is ignored. */
function tradeOf(symbol: unknown, quantityText: unknown): VenueEvent {
  const quantity = exactDecimal(quantityText);
  if (typeof symbol !== 'string' || quantity === undefined) return { kind: 'ignored' };
  return { kind: 'trade', symbol, quantity };
}

const sideOf = (text: unknown) => (text === '' || text === null ? ZERO : exactDecimal(text));

// Reads what venues send without passing a price through a floating-point number.

/** A string, which is copied, or a number, which becomes a string. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const NUMBER = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** The value of a JSON text; undefined where it is none. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The value of a JSON text in which every number is the text of its digits; undefined where it is none. */
export function readExactJson(text: string): unknown {
  return readJson(text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** The decimal of a text with or without an exponent, such as `1e-7`; undefined for anything that is no amount. */
export function exactDecimal(value: unknown): Decimal | undefined {
  const [, whole, fraction = '', exponent = '0'] = (typeof value === 'string' && NUMBER.exec(value)) || [];
  if (whole === undefined) return undefined;
  const digits = whole + fraction;
  const places = fraction.length - Number(exponent);
  if (places <= 0) return parseDecimal(digits + '0'.repeat(-places));
  const padded = digits.padStart(places + 1, '0');
  return parseDecimal(`${padded.slice(0, -places)}.${padded.slice(-places)}`);
}

/** A field of a value if that is an object. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The value if it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
