/** Coinbase Exchange: the ticker, at every trade, and a heartbeat every second. */
import { fieldOf, readJson } from './exactJson.ts';
import { ALIVE, IGNORED, quoteOf, refused, type Venue } from './venue.ts';

export const coinbase: Venue = {
  name: 'coinbase',
  termsUrl: 'https://www.coinbase.com/legal/market_data',
  symbolOf: (base, quote) => `${base}-${quote}`,
  url: (_symbols, origin = 'wss://ws-feed.exchange.coinbase.com') => origin,
  // One message a pair: a pair that does not exist fails its whole message.
  subscribe: (symbols) =>
    symbols.map((symbol) =>
      JSON.stringify({ type: 'subscribe', product_ids: [symbol], channels: ['ticker', 'heartbeat'] }),
    ),
  parse: (text) => {
    const message = readJson(text);
    switch (fieldOf(message, 'type')) {
      case 'ticker':
        return [quoteOf(fieldOf(message, 'product_id'), fieldOf(message, 'best_bid'), fieldOf(message, 'best_ask'))];
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
