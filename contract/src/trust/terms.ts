/** What a trust product is bought on, and the digest that names it: shown before, stored with the order. */
import * as z from 'zod/mini';
import { count, decimalWire, field, wireObject } from '../codec.ts';

/** Names the rules that pay: other rules are other terms. */
export const TRUST_RULE = 'trust/1';

/**
 * What leaving early costs: so many days' interest (`days_of_interest`, value 1.5), or so many percent of the principal
 * for each day that is left (`ratio_remaining`, value 0.4).
 */
export const penaltyRule = z.enum(['days_of_interest', 'ratio_remaining']);
export type PenaltyRule = z.output<typeof penaltyRule>;

export const trustTerms = wireObject({
  rule: field('rule', z.literal(TRUST_RULE)),
  /** Of the operator's terms. */
  version: field('version', count),
  product: field('product', count),
  currency: field('currency', z.string()),
  /** For how many UTC days interest is paid. */
  days: field('day', count),
  /** Percent over the whole term. */
  rate: field('interest_rate', decimalWire),
  minAmount: field('save_min', decimalWire),
  maxAmount: field('save_max', decimalWire),
  /** The most that all users together have in the product at once. */
  capacity: field('capacity', decimalWire),
  penaltyRule: field('penalty_rule', penaltyRule),
  penaltyValue: field('penalty_value', decimalWire),
});
/** The terms of one product. */
export type TrustTerms = z.output<typeof trustTerms>;
