/** Open products: the products of the version in force that are not closed, and their remaining capacity. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import type { TrustProduct } from '@halyard/contract/trust/calls';
import { compare, decimal, max, min, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { checkStake } from '@halyard/contract/options/stake';
import { largestAmountFor } from '@halyard/contract/trust/rules';
import { hashTrustTerms, type TrustTerms } from '@halyard/contract/trust/terms';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { readBalance } from '../../ledger/balances.ts';
import { termsOfProduct, trustVersions } from './versions.ts';

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
export function requireAmount(
  { minAmount: minStake, maxAmount: maxStake }: TrustTerms,
  amount: Decimal | undefined,
): Decimal {
  const found = checkStake(amount, { minStake, maxStake });
  if (found !== undefined) throw refusal(found);
  if (amount === undefined) throw new BusinessError('AMOUNT_REQUIRED');
  return amount;
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
