/** Bybit: the first level of the book, whole at every change and every 3 s. */
import { fieldOf, listOf, readJson } from './exactJson.ts';
import { ALIVE, IGNORED, quoteOf, refused, type Venue } from './venue.ts';

const TOPIC = 'orderbook.1.';

export const bybit: Venue = {
  name: 'bybit',
  termsUrl: 'https://www.bybit.com/en/legal/terms-service',
  symbolOf: (base, quote) => base + quote,
  url: (_symbols, origin = 'wss://stream.bybit.com') => `${origin}/v5/public/spot`,
  // One message a pair: a pair that does not exist fails its whole message.
  subscribe: (symbols) => symbols.map((symbol) => JSON.stringify({ op: 'subscribe', args: [TOPIC + symbol] })),
  parse: (text) => {
    const message = readJson(text);
    if (fieldOf(message, 'op') === 'ping' || fieldOf(message, 'op') === 'pong') return ALIVE;
    if (fieldOf(message, 'success') === false) return refused(fieldOf(message, 'ret_msg'));
    const topic = fieldOf(message, 'topic');
    if (typeof topic !== 'string' || !topic.startsWith(TOPIC) || fieldOf(message, 'type') !== 'snapshot')
      return IGNORED;
    const data = fieldOf(message, 'data');
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
