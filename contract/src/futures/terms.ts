/** Futures terms and the digest that names them: shown before opening, stored with positions. */
import * as z from 'zod/mini';
import { hashOf, type Plain } from '../canonicalJson.ts';
import { priceSource } from '../market/calls.ts';
import { count, decimalWire, field, wireObject } from '../codec.ts';
import { compare, type Decimal } from '../money/money.ts';

/** Names the rules that advance and close positions: other rules are other terms. */
export const FUTURES_RULE = 'contract/1';

/** Terms that affect money; rates and levels in percent. */
export const futuresRates = {
  /** Base currency of one lot. */
  lot: field('lot', decimalWire),
  /** Available leverages, ascending. */
  leverages: field('leverages', z.array(count)),
  /** Added to the tick for a long, subtracted for a short, once. */
  spread: field('spread', decimalWire),
  /** Of the notional, once, at opening. */
  feeRate: field('fee', decimalWire),
  /** Of the notional at the last tick before each midnight UTC. */
  overnightRate: field('overnight', decimalWire),
  /** Of the margin at opening: a position whose equity is at or below it is liquidated. */
  liquidationLevel: field('close_out_level', decimalWire),
  /** The most that a position wins, in margins at opening. */
  profitCap: field('profit_cap', decimalWire),
  minLots: field('min_lots', count),
  maxLots: field('max_lots', count),
  /** Ascending: the highest leverage up to each notional of a user in the market. More than the last is refused. */
  tiers: field(
    'tiers',
    z.array(wireObject({ notional: field('notional', decimalWire), leverage: field('leverage', count) })),
  ),
} as const;

export const futuresTerms = wireObject({
  rule: field('rule', z.literal(FUTURES_RULE)),
  /** Version of the operator's terms. */
  version: field('version', count),
  /** `BTC/USDT`. */
  symbol: field('market', z.string()),
  priceSource: field('price_source', priceSource),
  /** Decimal places of prices. */
  pricePrecision: field('price_precision', count),
  /** Of margin, fee and profit. */
  currency: field('currency', z.string()),
  /** A request is carried out by a tick that is so much later. Only on live prices. */
  entryDelayMs: field('entry_delay_ms', z.optional(count)),
  ...futuresRates,
});
/** The futures terms of a market. */
export type FuturesTerms = z.output<typeof futuresTerms>;

/**
 * The leverages that a user may choose. `notional` is the user's total in the market, the order included; none when it
 * is more than the terms allow.
 */
export function leveragesFor({ leverages, tiers }: Pick<FuturesTerms, 'leverages' | 'tiers'>, notional: Decimal) {
  const tier = tiers.find((one) => compare(notional, one.notional) <= 0);
  return tier === undefined ? [] : leverages.filter((leverage) => leverage <= tier.leverage);
}

/** Digest of futures terms ({@link hashOf}). */
export const hashFuturesTerms = (terms: FuturesTerms): string => hashOf(z.encode(futuresTerms, terms) as Plain);
