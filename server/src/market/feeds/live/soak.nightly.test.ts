// A day of live prices under a virtual clock: every second has one price and none has two, while venues fall silent and
// come back; the stored quotes do not grow.
import { expect, it } from 'vitest';
import { decimal, type Decimal } from '@halyard/contract/money';
import { indexAfter } from '@halyard/contract/market/liveIndex';
import { createQuoteBook } from './live.ts';

const SYMBOL = 'BTC/USDT';
const START_MS = Date.UTC(2026, 10, 21);
const DAY_SECONDS = 24 * 3600;
const VENUES = ['binance', 'kraken', 'coinbase', 'okx', 'bybit'];
const TERMS = { pricePlaces: 2, minSources: 2 };
/** One quote a second and venue of the last 10 s, and the newest. */
const KEPT_MAX = VENUES.length * 12;

it('has one price a second for a day', () => {
  const book = createQuoteBook();
  let last: Decimal | undefined;
  let prices = 0;
  let kept = 0;
  for (let second = 1; second <= DAY_SECONDS; second += 1) {
    const atMs = START_MS + second * 1000;
    for (const [index, source] of VENUES.entries()) {
      // Each venue is silent for a minute of every hour, no three at once.
      if (second % 3600 < 60 * (index + 1) && second % 3600 >= 60 * index) continue;
      for (const agoMs of [900, 500, 100]) {
        const cents = 6_000_000 + Math.round(100_000 * Math.sin(second / 5000)) + index;
        const price = (offset: number) =>
          decimal(`${Math.floor((cents + offset) / 100)}.${String((cents + offset) % 100).padStart(2, '0')}`);
        book.take(SYMBOL, { source, bid: price(0), ask: price(3), receivedMs: atMs - agoMs });
      }
    }
    const quotes = book.quotesOf(SYMBOL);
    kept = Math.max(kept, quotes.length);
    const index = indexAfter(last, atMs, quotes, TERMS);
    if (index === undefined || index === 'unconfirmed') continue;
    prices += 1;
    last = index.price;
  }
  expect(prices).toBe(DAY_SECONDS);
  expect(kept).toBeLessThanOrEqual(KEPT_MAX);
});
