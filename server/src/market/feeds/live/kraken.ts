/** Kraken, version 2: the ticker at every change of the best bid or ask. Its prices are JSON numbers. */
import { fieldOf, listOf, readExactJson } from './exactJson.ts';
import { ALIVE, IGNORED, quoteOf, refused, type Venue } from './venue.ts';

export const kraken: Venue = {
  name: 'kraken',
  termsUrl: 'https://www.kraken.com/legal',
  symbolOf: (base, quote) => `${base}/${quote}`,
  url: (_symbols, origin = 'wss://ws.kraken.com') => `${origin}/v2`,
  subscribe: (symbols) => [
    JSON.stringify({ method: 'subscribe', params: { channel: 'ticker', symbol: symbols, event_trigger: 'bbo' } }),
  ],
  parse: (text) => {
    const message = readExactJson(text);
    if (fieldOf(message, 'success') === false) return refused(fieldOf(message, 'symbol'), fieldOf(message, 'error'));
    const channel = fieldOf(message, 'channel');
    if (channel === 'heartbeat') return ALIVE;
    if (channel !== 'ticker') return IGNORED;
    return listOf(fieldOf(message, 'data')).map((one) =>
      quoteOf(fieldOf(one, 'symbol'), fieldOf(one, 'bid'), fieldOf(one, 'ask')),
    );
  },
  // A heartbeat comes every second in which nothing else does.
  silenceMaxMs: 5000,
};
