/** What contracts are opened on, and the digest that names it: shown before, stored with positions. */
import * as z from 'zod/mini';
import { priceSource } from '../market/calls.ts';
import { count, decimalWire, field, wireObject } from '../codec.ts';
import { compare, type Decimal } from '../money/money.ts';

/** Names the rules that advance and close: other rules are other terms. */
export const CONTRACT_RULE = 'contract/1';

/** What decides about money; rates and levels in percent. */
export const futuresRates = {
  /** Base currency of one lot. */
  lot: field('lot', decimalWire),
  /** The leverages that may be chosen, ascending. */
  leverages: field('leverages', z.array(count)),
  /** Added to the tick for a long, taken off for a short, once. */
  spread: field('spread', decimalWire),
  /** Of the notional, once, at opening. */
  feeRate: field('fee', decimalWire),
  /** Of the notional at the last tick before each midnight UTC. */
  overnightRate: field('overnight', decimalWire),
  /** Of the margin at opening: a position whose equity is at or below it is closed out. */
  closeOutLevel: field('close_out_level', decimalWire),
  /** The most that a position wins, in margins at opening. */
  profitCap: field('profit_cap', decimalWire),
  minLots: field('min_lots', count),
  maxLots: field('max_lots', count),
  /** Ascending: up to this notional of a user in the market, this leverage at most. More than the last is refused. */
  tiers: field(
    'tiers',
    z.array(wireObject({ notional: field('notional', decimalWire), leverage: field('leverage', count) })),
  ),
} as const;

export const futuresTerms = wireObject({
  rule: field('rule', z.literal(CONTRACT_RULE)),
  /** Of the operator's terms. */
  version: field('version', count),
  /** `BTC/USDT`. */
  symbol: field('market', z.string()),
  priceSource: field('price_source', priceSource),
  /** Digits after the point of prices. */
  pricePrecision: field('price_precision', count),
  /** Of margin, fee and profit. */
  currency: field('currency', z.string()),
  ...futuresRates,
});
/** The terms of contracts of a market. */
export type FuturesTerms = z.output<typeof futuresTerms>;

/**
 * The leverages that a user may choose when all that he has open in the market, the order included, comes to
 * `notional`; none when that is more than the terms allow.
 */
export function leveragesFor({ leverages, tiers }: Pick<FuturesTerms, 'leverages' | 'tiers'>, notional: Decimal) {
  const tier = tiers.find((one) => compare(notional, one.notional) <= 0);
  return tier === undefined ? [] : leverages.filter((leverage) => leverage <= tier.leverage);
}
