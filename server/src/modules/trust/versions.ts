/** The operator's terms of trust products by version: added and never changed, and one is in force at a time. */
import * as z from 'zod/mini';
import { count, decimalWire, field, wireRequest } from '@halyard/contract/codec';
import { penaltyRule, TRUST_RULE, type TrustTerms } from '@halyard/contract/trust/terms';
import { LOCKS } from '../../db/locks.ts';
import { createVersions, type Version } from '../../terms/versions.ts';

const productTerms = wireRequest({
  /** Its number for ever: orders, the capacity and clients name it. */
  product: field('product', count),
  currency: field('currency', z.string()),
  days: field('day', count),
  /** Percent over the whole term. */
  rate: field('interest_rate', decimalWire),
  minAmount: field('save_min', decimalWire),
  maxAmount: field('save_max', decimalWire),
  /** The most that all users together have in it at once. */
  capacity: field('capacity', decimalWire),
  penaltyRule: field('penalty_rule', penaltyRule),
  penaltyValue: field('penalty_value', decimalWire),
});
/** What a product pays, takes and costs. */
export type ProductTerms = z.output<typeof productTerms>;

/** The terms of a version, as an operator writes them and the database keeps them. */
export const trustVersionTerms = wireRequest({ products: field('products', z.array(productTerms)) });
export type TrustVersionTerms = z.output<typeof trustVersionTerms>;

export type TrustVersion = Version<TrustVersionTerms>;

/** The versions of trust products' terms. */
export const trustVersions = createVersions({
  table: 'trust_versions',
  lock: LOCKS.trustVersions,
  codec: trustVersionTerms,
});

/** The full terms of a product of a version. */
export function termsOfProduct({ version }: Pick<TrustVersion, 'version'>, product: ProductTerms): TrustTerms {
  return { rule: TRUST_RULE, version, ...product };
}
