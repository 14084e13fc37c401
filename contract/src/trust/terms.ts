/** Trust terms and the digest that names them: shown before the purchase, stored with the order. */
import * as z from 'zod/mini';
import { hashOf, type Plain } from '../canonicalJson.ts';
import { count, decimalWire, field, wireObject } from '../codec.ts';

/** Names the rules that pay: other rules are other terms. */
export const TRUST_RULE = 'trust/1';

/**
 * Penalty of an early redemption: a number of days' interest (`days_of_interest`, value 1.5), or a percentage of the
 * principal for each remaining day (`ratio_remaining`, value 0.4).
 */
export const penaltyRule = z.enum(['days_of_interest', 'ratio_remaining']);
export type PenaltyRule = z.output<typeof penaltyRule>;

export const trustTerms = wireObject({
  rule: field('rule', z.literal(TRUST_RULE)),
  /** Version of the operator's terms. */
  version: field('version', count),
  product: field('product', count),
  currency: field('currency', z.string()),
  /** Number of UTC days with interest. */
  days: field('day', count),
  /** Percent over the whole term. */
  rate: field('interest_rate', decimalWire),
  minAmount: field('save_min', decimalWire),
  maxAmount: field('save_max', decimalWire),
  /** The most that all users together may have in the product. */
  capacity: field('capacity', decimalWire),
  penaltyRule: field('penalty_rule', penaltyRule),
  penaltyValue: field('penalty_value', decimalWire),
});
/** The terms of one product. */
export type TrustTerms = z.output<typeof trustTerms>;

/** Digest of the terms of a product ({@link hashOf}). */
export const hashTrustTerms = (terms: TrustTerms): string => hashOf(z.encode(trustTerms, terms) as Plain);
