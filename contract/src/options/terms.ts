/** Option terms and the digest that names them: shown before the purchase, stored with the option. */
import * as z from 'zod/mini';
import { hashOf, type Plain } from '../canonicalJson.ts';
import { priceSource } from '../market/calls.ts';
import { count, decimalWire, field, wireObject } from '../codec.ts';
import type { Direction } from './rules.ts';

/**
 * Names the rules of settlement: other rules are other terms. By `option/2` an option opens at the first tick at or
 * after its purchase; `even` wins within a band, at a ratio from its chance. By `option/1` it opened at the last tick
 * before, and `even` won only at the equal price, at a ratio of the day.
 */
export const OPTION_RULES = ['option/1', 'option/2'] as const;

/** `up_down` has one ratio for both. */
export const optionKind = z.enum(['up_down', 'even']);
export type OptionKind = z.output<typeof optionKind>;

export const optionTerms = wireObject({
  rule: field('rule', z.enum(OPTION_RULES)),
  /** Version of the operator's terms. */
  version: field('version', count),
  /** `BTC/USDT`. */
  symbol: field('market', z.string()),
  priceSource: field('price_source', priceSource),
  /** Decimal places at which prices are compared. */
  pricePrecision: field('price_precision', count),
  kind: field('kind', optionKind),
  /** Of the stake. */
  currency: field('currency', z.string()),
  seconds: field('seconds', count),
  /** Percent of the stake. */
  profitRatio: field('profit_ratio', decimalWire),
  /** Percent of the stake, on top of it. */
  feeRate: field('fee', decimalWire),
  minStake: field('min_amount', decimalWire),
  maxStake: field('max_amount', decimalWire),
  /** Largest delay of the settlement tick after the expiry, inclusive. */
  endTickWithinMs: field('end_tick_within_ms', count),
  /** The entry tick is the first one after this delay from the purchase. Only by `option/2`. */
  entryDelayMs: field('entry_delay_ms', z.optional(count)),
  // Of `even` by `option/2` only.
  /** Largest distance of the settlement price from the entry price. */
  evenBand: field('even_band', z.optional(decimalWire)),
  /** Average share of the stake that the house earns, percent: that of up and down, without their fee. */
  evenEdge: field('even_edge', z.optional(decimalWire)),
  /** Percent: the chance of a win, from the entry price on. Edge and chance make the ratio. */
  evenChance: field('even_chance', z.optional(decimalWire)),
});
/** The terms of one delivery time of a market. */
export type OptionTerms = z.output<typeof optionTerms>;

/** The terms kind of a direction. */
export function kindOf(direction: Direction): OptionKind {
  return direction === 'even' ? 'even' : 'up_down';
}

/** Digest of the terms that a purchase agrees to ({@link hashOf}); the public log commits to `formatTerms`. */
export const hashTerms = (terms: OptionTerms): string => hashOf(z.encode(optionTerms, terms) as Plain);
