/** OKX: the ticker of each pair, at most every 100 ms. */
import { fieldOf, listOf, readJson } from './exactJson.ts';
import { ALIVE, CLOSING, IGNORED, quoteOf, refused, type Venue } from './venue.ts';

/** The code of the notice that a line ends within a minute. */
const UPGRADE = '64008';

export const okx: Venue = {
  name: 'okx',
  termsUrl: 'https://www.okx.com/help/terms-of-service',
  symbolOf: (base, quote) => `${base}-${quote}`,
  url: (_symbols, origin = 'wss://ws.okx.com:8443') => `${origin}/ws/v5/public`,
  subscribe: (symbols) => [
    JSON.stringify({ op: 'subscribe', args: symbols.map((instId) => ({ channel: 'tickers', instId })) }),
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
    if (fieldOf(fieldOf(message, 'arg'), 'channel') !== 'tickers') return IGNORED;
    return listOf(fieldOf(message, 'data')).map((one) =>
      quoteOf(fieldOf(one, 'instId'), fieldOf(one, 'bidPx'), fieldOf(one, 'askPx')),
    );
  },
  pingText: 'ping',
  silenceMaxMs: 25_000,
};
