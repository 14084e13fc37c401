/** Binance: the best bid and ask of each pair, at every change. The address serves market data alone. */
import { DAY_MS } from '@halyard/contract/time';
import { fieldOf, readJson } from './exactJson.ts';
import { CLOSING, IGNORED, quoteOf, refused, type Venue } from './venue.ts';

/** A line is replaced so long before its end. */
const MARGIN_MS = 10 * 60_000;

export const binance: Venue = {
  name: 'binance',
  termsUrl: 'https://www.binance.com/en/terms',
  symbolOf: (base, quote) => base + quote,
  url: (symbols, origin = 'wss://data-stream.binance.vision') =>
    `${origin}/stream?streams=${symbols.map((symbol) => `${symbol.toLowerCase()}@bookTicker`).join('/')}`,
  // The address names what to send.
  subscribe: () => [],
  parse: (text) => {
    const message = readJson(text);
    const data = fieldOf(message, 'data') ?? fieldOf(message, 'event') ?? message;
    if (fieldOf(data, 'e') === 'serverShutdown') return CLOSING;
    const error = fieldOf(message, 'error') ?? message;
    if (fieldOf(error, 'msg') !== undefined) return refused(fieldOf(error, 'msg'));
    // Other payloads use the same letters; only a book ticker has the number of the book's update.
    if (fieldOf(data, 'u') === undefined) return IGNORED;
    return [quoteOf(fieldOf(data, 's'), fieldOf(data, 'b'), fieldOf(data, 'a'))];
  },
  // It sends a ping every 20 s.
  silenceMaxMs: 30_000,
  ageMaxMs: DAY_MS - MARGIN_MS,
};
