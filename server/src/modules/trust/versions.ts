/**
 * The operator's terms of trust products by version. A version is added and never changed; one is in force at a time.
 */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { field, wireRequest } from '@halyard/contract/codec';
import type { CurrencyId } from '@halyard/contract/ids';
import { compare, decimal, max, min, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { checkStake } from '@halyard/contract/options/stake';
import type { TrustProduct } from '@halyard/contract/trust/calls';
import {
  hashTrustTerms,
  largestAmountFor,
  productFields,
  TRUST_RULE,
  type TrustTerms,
} from '@halyard/contract/trust/rules';
import { BusinessError, requireAmount } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { createVersions, type Version } from '../../terms/versions.ts';

const productTerms = wireRequest(productFields);
/** Interest, limits and penalty of a product. */
export type ProductTerms = z.output<typeof productTerms>;

/** The terms of a version, as operators write them and the database stores them. */
export const trustVersionTerms = wireRequest({ products: field('products', z.array(productTerms)) });
export type TrustVersionTerms = z.output<typeof trustVersionTerms>;

export type TrustVersion = Version<TrustVersionTerms>;

/** New versions are numbered one at a time. */
const VERSIONS_LOCK = 7_204_127;

export const trustVersions = createVersions({
  table: 'trust_versions',
  lock: VERSIONS_LOCK,
  codec: trustVersionTerms,
});

/** The full terms of a product of a version. */
function termsOfProduct({ version }: Pick<TrustVersion, 'version'>, product: ProductTerms): TrustTerms {
  return { rule: TRUST_RULE, version, ...product };
}

const firstProduct = (number: number, currency: keyof typeof LIMITS, days: number, rate: string): ProductTerms => ({
  product: number,
  currency,
  days,
  rate: decimal(rate),
  ...LIMITS[currency],
  penaltyRule: 'days_of_interest',
  penaltyValue: decimal('1.5'),
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
  firstProduct(1, 'USDT', 7, '0.07'),
  firstProduct(2, 'USDT', 30, '0.42'),
  firstProduct(3, 'USDT', 90, '1.62'),
  firstProduct(4, 'BTC', 30, '0.18'),
  firstProduct(5, 'ETH', 30, '0.3'),
];

/** Publishes the first terms unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock): Promise<void> {
  await trustVersions.addFirstVersion(db, () => ({ products: PRODUCTS }), clock.nowMs());
}

// Open products: the products of the version in force that are not closed, and their remaining capacity.

/** A product that can be bought. */
export type OpenProduct = {
  readonly currencyId: CurrencyId;
  readonly terms: TrustTerms;
  readonly invested: Decimal;
  /** Remaining capacity. */
  readonly left: Decimal;
  /** When its terms came into force. */
  readonly since: string;
};

/**
 * All open products by the version in force at an instant, in the order of the terms. The instant may be a later one;
 * which products are closed, and what is left, is that of now.
 */
export async function readOpenProducts(reader: Reader, nowMs: number): Promise<OpenProduct[]> {
  const version = await trustVersions.versionAt(reader, nowMs);
  if (version === undefined) return [];
  const [states, currencies] = [await readStates(reader), await readCurrencies(reader)];
  const open: OpenProduct[] = [];
  for (const product of version.products) {
    const { invested = ZERO, isClosed = false } = states.get(product.product) ?? {};
    const currencyId = currencies.get(product.currency);
    if (isClosed || currencyId === undefined) continue;
    const { available } = await readBalance(reader, { house: 'trust', currencyId });
    const room = max(ZERO, subtract(product.capacity, invested));
    const left = min(room, largestAmountFor(available, product));
    open.push({ currencyId, terms: termsOfProduct(version, product), invested, left, since: version.effectiveAt });
  }
  return open;
}

/** An open product. Throws `BusinessError('PRODUCT_NOT_FOUND')`. */
export async function requireOpenProduct(
  reader: Reader,
  nowMs: number,
  product: number | null | undefined,
): Promise<OpenProduct> {
  const found = (await readOpenProducts(reader, nowMs)).find(({ terms }) => terms.product === product);
  if (found === undefined) throw new BusinessError('PRODUCT_NOT_FOUND');
  return found;
}

/**
 * An amount within the terms. Throws `BusinessError`: AMOUNT_REQUIRED, AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE,
 * AMOUNT_PRECISION.
 */
export function requirePrincipal(
  { minAmount: minStake, maxAmount: maxStake }: TrustTerms,
  amount: Decimal | undefined,
): Decimal {
  return requireAmount(amount, checkStake(amount, { minStake, maxStake }));
}

/** Throws `BusinessError('PRODUCT_SOLD_OUT')` for more than the remaining capacity. */
export function requireLeft({ left }: OpenProduct, amount: Decimal): void {
  if (compare(amount, left) > 0) throw new BusinessError('PRODUCT_SOLD_OUT', { left });
}

/** A product as the contract defines it. */
export function toProduct({ currencyId, terms, invested, left, since }: OpenProduct): TrustProduct {
  return {
    id: terms.product,
    currencyId,
    currency: terms.currency,
    logo: '',
    rate: terms.rate,
    days: terms.days,
    minAmount: terms.minAmount,
    maxAmount: terms.maxAmount,
    intro: '',
    createdAt: since,
    invested,
    left,
    terms,
    termsHash: hashTrustTerms(terms),
  };
}

async function readStates(reader: Reader) {
  const rows = await rowsOf<{ product: number; invested: string; is_closed: boolean }>(
    reader,
    sql`select product, invested::text as invested, closed_at is not null as is_closed from trust_products`,
  );
  return new Map(
    rows.map(({ product, invested, is_closed: isClosed }) => [product, { invested: decimal(invested), isClosed }]),
  );
}

async function readCurrencies(reader: Reader): Promise<ReadonlyMap<string, CurrencyId>> {
  const rows = await rowsOf<{ id: CurrencyId; name: string }>(reader, sql`select id, name from currencies`);
  return new Map(rows.map(({ id, name }) => [name, id]));
}
