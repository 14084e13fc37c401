/**
 * The operator's terms of trust products by version. A version is added and never changed; one is in force at a time.
 */
import * as z from 'zod/mini';
import { count, decimalWire, field, wireRequest } from '@halyard/contract/codec';
import { penaltyRule, TRUST_RULE, type TrustTerms } from '@halyard/contract/trust/terms';
import { decimal } from '@halyard/contract/money';
import { createVersions, type Version } from '../../terms/versions.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { LOCKS } from '../../db/locks.ts';

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

export const trustVersions = createVersions({
  table: 'trust_versions',
  lock: LOCKS.trustVersions,
  codec: trustVersionTerms,
});

/** The full terms of a product of a version. */
export function termsOfProduct({ version }: Pick<TrustVersion, 'version'>, product: ProductTerms): TrustTerms {
  return { rule: TRUST_RULE, version, ...product };
}

/** A product; leaving it early costs so many days of interest. */
const product = (
  number: number,
  [currency, days, rate]: readonly [string, number, string],
  penaltyDays: string,
): ProductTerms => ({
  product: number,
  currency,
  days,
  rate: decimal(rate),
  ...LIMITS[currency as keyof typeof LIMITS],
  penaltyRule: 'days_of_interest',
  penaltyValue: decimal(penaltyDays),
});

const limits = (minAmount: string, maxAmount: string, capacity: string) => ({
  minAmount: decimal(minAmount),
  maxAmount: decimal(maxAmount),
  capacity: decimal(capacity),
});

const LIMITS = {
  USDT: limits('100', '50000', '5000000'),
  BTC: limits('0.001', '5', '500'),
  ETH: limits('0.01', '50', '5000'),
};

/** From 2.19 % to 6.57 % a year. */
const PRODUCTS: ProductTerms[] = [
  product(1, ['USDT', 7, '0.07'], '1.5'),
  product(2, ['USDT', 30, '0.42'], '7'),
  product(3, ['USDT', 90, '1.62'], '14'),
  product(4, ['BTC', 30, '0.18'], '7'),
  product(5, ['ETH', 30, '0.3'], '7'),
];

/** Publishes the first terms unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock): Promise<void> {
  await trustVersions.addFirstVersion(db, () => ({ products: PRODUCTS }), clock.nowMs());
}
