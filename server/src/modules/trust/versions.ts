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

const usdt = (
  product: number,
  days: number,
  rate: string,
  penalty: Pick<ProductTerms, 'penaltyRule' | 'penaltyValue'>,
): ProductTerms => ({
  product,
  currency: 'USDT',
  days,
  rate: decimal(rate),
  minAmount: decimal('100'),
  maxAmount: decimal('50000'),
  capacity: decimal('5000000'),
  ...penalty,
});

const BY_DAYS = { penaltyRule: 'days_of_interest', penaltyValue: decimal('1.5') } as const;
const BY_RATIO = { penaltyRule: 'ratio_remaining', penaltyValue: decimal('0.4') } as const;

const PRODUCTS: ProductTerms[] = [
  usdt(1, 7, '2.8', BY_DAYS),
  usdt(2, 15, '6', BY_DAYS),
  usdt(3, 30, '13.5', BY_RATIO),
  {
    ...usdt(4, 30, '1', BY_DAYS),
    currency: 'BTC',
    minAmount: decimal('0.001'),
    maxAmount: decimal('5'),
    capacity: decimal('500'),
  },
  {
    ...usdt(5, 30, '1.5', BY_DAYS),
    currency: 'ETH',
    minAmount: decimal('0.01'),
    maxAmount: decimal('50'),
    capacity: decimal('5000'),
  },
];

/** Publishes the first terms unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock): Promise<void> {
  await trustVersions.addFirstVersion(db, () => ({ products: PRODUCTS }), clock.nowMs());
}
