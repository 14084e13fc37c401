/** The operator's terms of options by version. A version is added and never changed; one is in force at a time. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { count, decimalWire, field, wireRequest } from '@halyard/contract/codec';
import { rowsOf, type Database, type Reader } from '../../db/database.ts';
import { createVersions, type Version } from '../../terms/versions.ts';

const deliveryTerms = wireRequest({
  seconds: field('seconds', count),
  /** Of up and down, percent of the stake. */
  profitRatio: field('profit_ratio', decimalWire),
  minStake: field('min_amount', decimalWire),
  maxStake: field('max_amount', decimalWire),
});
/** What a delivery time pays and takes. */
export type DeliveryTerms = z.output<typeof deliveryTerms>;

const currencyTerms = wireRequest({
  currency: field('currency', z.string()),
  /** Percent of the stake, on top of it. */
  feeRate: field('fee', decimalWire),
  /** The most options that a user has open at once. */
  openMax: field('open_max', count),
  quickStakes: field('quick_stakes', z.array(decimalWire)),
});
/** What a stake currency costs and bears. */
export type CurrencyTerms = z.output<typeof currencyTerms>;

/** The terms of a version, as an operator writes them and the database keeps them. */
export const optionVersionTerms = wireRequest({
  times: field('times', z.array(deliveryTerms)),
  /** Those that have options. */
  markets: field(
    'markets',
    z.array(wireRequest({ symbol: field('market', z.string()), hasEven: field('even', z.boolean()) })),
  ),
  /** The first one is meant where none is named. */
  currencies: field('currencies', z.array(currencyTerms)),
});
export type OptionVersionTerms = z.output<typeof optionVersionTerms>;

export type OptionVersion = Version<OptionVersionTerms>;

/** The versions of options' terms. */
export const optionVersions = createVersions({
  table: 'option_versions',
  lock: 7_204_122,
  codec: optionVersionTerms,
});
export const { versionAt, nextVersion, listVersions, addVersion } = optionVersions;

/** Adds the first version with all markets, in force at once, unless there is one. */
export async function addFirstVersion(
  db: Database,
  terms: Omit<OptionVersionTerms, 'markets'>,
  nowMs: number,
): Promise<void> {
  const withMarkets = async (reader: Reader) => {
    const markets = await rowsOf<{ symbol: string }>(reader, sql`select symbol from markets order by sort, id`);
    return { ...terms, markets: markets.map(({ symbol }) => ({ symbol, hasEven: true })) };
  };
  await optionVersions.addFirstVersion(db, withMarkets, nowMs);
}
