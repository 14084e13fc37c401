/**
 * The operator's terms of trust products by version. A version is added and never changed; one is in force at a time.
 */
import * as z from 'zod/mini';
import { count, decimalWire, field, wireRequest } from '@halyard/contract/codec';
import { penaltyRule, TRUST_RULE, type TrustTerms } from '@halyard/contract/trust/terms';
import { createVersions, type Version } from '../../terms/versions.ts';

const productTerms = wireRequest({
  /** Permanent number, referred to by orders, the capacity and clients. */
  product: field('product', count),
  currency: field('currency', z.string()),
  days: field('day', count),
  /** Percent over the whole term. */
  rate: field('interest_rate', decimalWire),
  minAmount: field('save_min', decimalWire),
  maxAmount: field('save_max', decimalWire),
  /** The most that all users may have in it. */
  capacity: field('capacity', decimalWire),
  penaltyRule: field('penalty_rule', penaltyRule),
  penaltyValue: field('penalty_value', decimalWire),
});
/** Interest, limits and penalty of a product. */
export type ProductTerms = z.output<typeof productTerms>;

/** The terms of a version, as operators write them and the database stores them. */
export const trustVersionTerms = wireRequest({ products: field('products', z.array(productTerms)) });
export type TrustVersionTerms = z.output<typeof trustVersionTerms>;

export type TrustVersion = Version<TrustVersionTerms>;

export const trustVersions = createVersions({ table: 'trust_versions', lock: 7_204_127, codec: trustVersionTerms });

/** The full terms of a product of a version. */
export function termsOfProduct({ version }: Pick<TrustVersion, 'version'>, product: ProductTerms): TrustTerms {
  return { rule: TRUST_RULE, version, ...product };
}
