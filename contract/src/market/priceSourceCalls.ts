/** The source of a market's prices, for its own page; the calls of every page are in `calls.ts`. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, instant, wireObject, wireRequest } from '../codec.ts';
import { marketStatus, priceSource, symbolRequest } from './calls.ts';
import { VENUE_STATES } from './liveIndex.ts';

const venueQuote = wireObject({
  name: field('name', z.string()),
  /** The market's name at the venue. */
  symbol: field('symbol', z.string()),
  /** The newest quote; null before the first one. */
  bid: field('bid', z.nullable(decimalWire)),
  ask: field('ask', z.nullable(decimalWire)),
  /** Milliseconds since it was received. */
  ageMs: field('age_ms', z.nullable(count)),
  state: field('state', z.enum(VENUE_STATES)),
});
export type VenueNow = z.output<typeof venueQuote>;

/**
 * Ours. Where the prices of a market come from. `rule` names how they are made: the rule of the index, the model of
 * simulated prices, or `replay`. `identity` names the series in the public log. Errors: MARKET_NOT_FOUND.
 */
export const getPriceSource = defineCall({
  method: 'GET',
  path: 'currency/price_source',
  isOwn: true,
  summary: 'Where the prices of a market come from: source, rule, and on live prices what each venue quotes now.',
  request: wireRequest({ symbol: field('symbol', symbolRequest) }),
  answer: wireObject({
    symbol: field('symbol', z.string()),
    source: field('price_source', priceSource),
    status: field('status', marketStatus),
    rule: field('rule', z.nullable(z.string())),
    identity: field('identity', z.string()),
    /** Index of the entry of the series in the public log; null before it is there. */
    seriesEntry: field('series_entry', z.optional(z.nullable(count))),
    /** Start of the oldest stored bar of a minute, unix milliseconds: the prices of older ones are in the log alone. */
    barsFromMs: field('bars_from', z.optional(z.nullable(count))),
    lastPrice: field('now_price', z.nullable(decimalWire)),
    pricePrecision: field('price_precision', count),
    lastAt: field('as_of', z.nullable(instant)),
    /** Of live prices: how many venues a price needs, and how many made the last one. */
    minSources: field('min_sources', z.nullable(count)),
    sources: field('sources', z.nullable(count)),
    venues: field('venues', z.array(venueQuote)),
  }),
});
export type PriceOrigin = z.output<(typeof getPriceSource)['answer']>;
