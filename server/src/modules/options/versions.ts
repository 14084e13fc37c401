/** The operator's terms of options by version. A version is added and never changed; one is in force at a time. */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import { count, decimalWire, field, wireRequest } from '@halyard/contract/codec';
import { rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { isoText } from '../../db/sqlTime.ts';

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

export type OptionVersion = OptionVersionTerms & {
  readonly version: number;
  /** ISO 8601. */
  readonly effectiveAt: string;
  readonly createdAt: string;
};

// Any number that nobody else uses: versions are counted one at a time.
const VERSION_LOCK = 7_204_122;

/** The version in force at an instant: of those that began the last one, of two at one instant the newer one. */
export async function versionAt(reader: Reader, atMs: number): Promise<OptionVersion | undefined> {
  const at = new Date(atMs).toISOString();
  return (
    await select(reader, sql`where effective_at <= ${at}::timestamptz order by effective_at desc, version desc limit 1`)
  )[0];
}

/** The version that begins next after an instant. */
export async function nextVersion(reader: Reader, atMs: number): Promise<OptionVersion | undefined> {
  const at = new Date(atMs).toISOString();
  return (
    await select(reader, sql`where effective_at > ${at}::timestamptz order by effective_at, version desc limit 1`)
  )[0];
}

/** All versions, newest first. */
export async function listVersions(reader: Reader): Promise<OptionVersion[]> {
  return select(reader, sql`order by version desc`);
}

/** Adds a version; answers its number. */
export async function addVersion(tx: Transaction, terms: OptionVersionTerms, effectiveAt: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${VERSION_LOCK})`);
  const [row] = await rowsOf<{ version: number }>(
    tx,
    sql`insert into option_versions (version, effective_at, terms)
      select coalesce(max(version), 0) + 1, ${effectiveAt}::timestamptz,
        ${JSON.stringify(z.encode(optionVersionTerms, terms))}::text::jsonb
      from option_versions returning version`,
  );
  if (row === undefined) throw new Error('a version of option terms was not written');
  return row.version;
}

/** Adds the first version, in force at once, unless there is one. For the sandbox: elsewhere operators publish. */
export async function addFirstVersion(
  db: Database,
  terms: Omit<OptionVersionTerms, 'markets'>,
  nowMs: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${VERSION_LOCK})`);
    if ((await listVersions(tx)).length > 0) return;
    const markets = await rowsOf<{ symbol: string }>(tx, sql`select symbol from markets order by sort, id`);
    const open = markets.map(({ symbol }) => ({ symbol, hasEven: true }));
    await addVersion(tx, { ...terms, markets: open }, new Date(nowMs).toISOString());
  });
}

async function select(reader: Reader, rest: SQL): Promise<OptionVersion[]> {
  const rows = await rowsOf<{ version: number; terms: unknown; effective_at: string; created_at: string }>(
    reader,
    sql`select version, terms, ${isoText(sql`effective_at`)} as effective_at, ${isoText(sql`created_at`)} as created_at
      from option_versions ${rest}`,
  );
  return rows.map(({ version, terms, effective_at: effectiveAt, created_at: createdAt }) => ({
    ...z.decode(optionVersionTerms, terms as z.input<typeof optionVersionTerms>),
    version,
    effectiveAt,
    createdAt,
  }));
}
