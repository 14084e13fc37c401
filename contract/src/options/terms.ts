/** What an option is bought on, and the digest that names it: shown before the purchase, stored with the option. */
import * as z from 'zod/mini';
import { priceSource } from '../market/calls.ts';
import { count, decimalWire, field, wireObject } from '../codec.ts';
import type { Direction } from './rules.ts';

/**
 * Names the rules that settle: other rules are other terms. By `option/2` an option opens at the first tick at its
 * purchase or after it; `even` wins within a band, and pays by its chance there. By `option/1` it opened at the last
 * tick before, and `even` won at the very same price, at a ratio of the day.
 */
export const OPTION_RULES = ['option/1', 'option/2'] as const;

/** `up_down` has one ratio for both. */
export const optionKind = z.enum(['up_down', 'even']);
export type OptionKind = z.output<typeof optionKind>;

export const optionTerms = wireObject({
  rule: field('rule', z.enum(OPTION_RULES)),
  /** Of the operator's terms. */
  version: field('version', count),
  /** `BTC/USDT`. */
  symbol: field('market', z.string()),
  priceSource: field('price_source', priceSource),
  /** Digits after the point at which prices are compared. */
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
  /** How long after the end its tick may come, inclusive. */
  endTickWithinMs: field('end_tick_within_ms', count),
  /** The opening tick is the first one so long after the purchase, or later. By `option/2` alone. */
  entryDelayMs: field('entry_delay_ms', z.optional(count)),
  // Of `even` by `option/2` alone.
  /** How far from the opening price the end may be. */
  evenBand: field('even_band', z.optional(decimalWire)),
  /** Percent of the stake that the house keeps on average: that of up and down, without their fee. */
  evenEdge: field('even_edge', z.optional(decimalWire)),
  /** Percent: how likely it wins, from the opening price on. Edge and chance make the ratio. */
  evenChance: field('even_chance', z.optional(decimalWire)),
});
/** The terms of one delivery time of a market. */
export type OptionTerms = z.output<typeof optionTerms>;

/** Which terms a direction goes by. */
export function kindOf(direction: Direction): OptionKind {
  return direction === 'even' ? 'even' : 'up_down';
}
