/** Live prices of the gallery's exchange: of three venues, of two, and of too few since half an hour ago. */
import { listCandles, listMarkets, getMarket, listTicks, type Market } from '@halyard/contract/market/calls';
import { getPriceSource, type PriceOrigin, type VenueNow } from '@halyard/contract/market/priceSourceCalls';
import { getFuturesTerms } from '@halyard/contract/futures/calls';
import { listDeliveryTimes } from '@halyard/contract/options/calls';
import { decimal, multiply, round, ZERO } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { buildFuturesTermsAnswer, futuresTermsOf } from '../futures.ts';
import type { FakeBackend } from '../fakeBackend.ts';
import { termsOf, timeOf } from '../options.ts';
import { candles, MARKETS, ticks, USDT_ID } from './market.ts';

/** `live`: three venues make the prices. `two-venues`: two, so options and new positions wait. `stalled`: no price. */
export const LIVE_STATES = ['live', 'two-venues', 'stalled'] as const;
export type LiveState = (typeof LIVE_STATES)[number];

const VENUES = ['binance', 'kraken', 'okx'] as const;
const SYMBOLS = { binance: 'BTCUSDT', kraken: 'BTC/USDT', okx: 'BTC-USDT' } as const;
const RULE = 'median-1/2';
const MIN_SOURCES = 2;
/** Since the last price, where there is none any more. */
const STALLED_MS = 34 * 60_000;
/** The exchange began so long ago; bars from before are a venue's. */
const OWN_MS = 6 * 3_600_000;
const STATES: Readonly<Record<LiveState, readonly VenueNow['state'][]>> = {
  live: ['counted', 'counted', 'counted'],
  'two-venues': ['counted', 'far', 'counted'],
  stalled: ['old', 'none', 'wide'],
};
const AGES = { counted: 400, far: 1200, wide: 900, crossed: 700, old: STALLED_MS, none: null } as const;

/** Makes a server answer with live prices. */
export function serveLivePrices(server: FakeBackend, state: LiveState): void {
  const isStalled = state === 'stalled';
  const atMs = () => Date.now() - (isStalled ? STALLED_MS : 0);
  const markets = MARKETS.map((market): Market => ({
    ...market,
    priceSource: 'live',
    status: isStalled ? 'feed-stalled' : 'trading',
    asOf: new Date(atMs()).toISOString(),
    venues: [...VENUES],
    sources: state === 'live' ? VENUES.length : MIN_SOURCES,
    entryDelayMs: 1000,
  }));
  server.on(listMarkets, () => [{ id: USDT_ID, name: 'USDT', markets }]);
  server.on(getMarket, ({ baseId }) => markets.find((market) => market.baseId === baseId) ?? null);
  serveOrigin(server, markets, state);
  server.on(listTicks, ({ symbol }) => ticks(symbol, atMs()));
  server.on(listCandles, ({ symbol, period, fromSeconds, toSeconds }) =>
    candles(symbol, period, { from: fromSeconds, to: toSeconds }, atMs()).map((candle) =>
      candle.openedAtMs < Date.now() - OWN_MS ? { ...candle, source: 'binance' } : candle,
    ),
  );
  const futures = futuresTermsOf({ priceSource: 'live', entryDelayMs: 1000 });
  server.on(getFuturesTerms, ({ marketId }) =>
    buildFuturesTermsAnswer({
      terms: futures,
      available: decimal('2500'),
      free: decimal('2500'),
      ...(marketId && { marketId }),
    }),
  );
  server.on(listDeliveryTimes, () =>
    ([30, 60, 180, 300, 900, 3600, 14_400, 86_400] as const).map((seconds) =>
      timeOf(
        termsOf({ priceSource: 'live', entryDelayMs: 1000, seconds, profitRatio: decimal(seconds < 60 ? '80' : '90') }),
      ),
    ),
  );
}

/** Makes a server answer where the prices of these markets come from. */
export function serveOrigin(server: FakeBackend, markets: readonly Market[], state?: LiveState): void {
  server.on(getPriceSource, ({ symbol }) =>
    originOf(
      markets.find(({ base, quote }) => `${base}/${quote}` === symbol),
      state,
    ),
  );
}

function originOf(market: Market | undefined, state: LiveState | undefined): PriceOrigin {
  const { base, quote, lastPrice, pricePrecision, asOf, status } = market ?? MARKETS[0] ?? {};
  const origin = build(getPriceSource.answer, {
    symbol: `${base}/${quote}`,
    source: 'simulated',
    status: status ?? 'trading',
    rule: 'schwartz-3',
    identity: '3f1c9a7e5d2b8064'.repeat(4),
    lastPrice: lastPrice ?? null,
    pricePrecision: pricePrecision ?? 2,
    lastAt: asOf ?? null,
    minSources: null,
    sources: null,
    venues: [],
  });
  if (state === undefined) return origin;
  return {
    ...origin,
    source: 'live',
    rule: RULE,
    minSources: MIN_SOURCES,
    sources: STATES[state].filter((venue) => venue === 'counted').length || MIN_SOURCES,
    venues: VENUES.map((name, index) => {
      const venue = STATES[state][index] ?? 'none';
      const shares = { far: '1.012', wide: '0.985', counted: '1', crossed: '1', old: '0.998', none: '1' } as const;
      const near = (offset: string) =>
        round(multiply(multiply(lastPrice ?? ZERO, decimal(shares[venue])), decimal(offset)), 2, 'half-even');
      const isThere = venue !== 'none' && lastPrice != null;
      return {
        name,
        symbol: SYMBOLS[name],
        bid: isThere ? near('0.99999') : null,
        ask: isThere ? near(venue === 'wide' ? '1.021' : '1.00001') : null,
        ageMs: AGES[venue],
        state: venue,
      };
    }),
  };
}
