/** Where anything waits for prices: ticks that nothing waits for set off no work. */
import { sql, type SQL } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import { rowsOf, type Reader } from '../db/database.ts';

/** What a product has that waits for prices. */
export type Waiting = {
  /** Of the kind of due work that follows the prices. */
  readonly name: string;
  /** Selects `market_id` of the markets where anything waits; has no parameters. */
  readonly markets: SQL;
};

/** The markets by the names of what waits there. */
export type WaitingMarkets = Readonly<Record<string, readonly MarketId[]>>;

/** A column of {@link WaitingMarkets}. */
export function waitingColumn(all: readonly Waiting[]): SQL {
  const fields = all.map(({ name, markets }) => sql`${sql.raw(`'${name}'`)}, ${marketsOf(markets)}`);
  return sql`json_build_object(${sql.join(fields, sql`, `)})`;
}

/** The markets where it waits. */
export async function readWaiting(reader: Reader, { name, markets }: Waiting): Promise<readonly MarketId[]> {
  const rows = await rowsOf<{ ids: MarketId[] }>(reader, sql`select ${marketsOf(markets)} as ids`, `waiting ${name}`);
  return rows[0]?.ids ?? [];
}

function marketsOf(markets: SQL): SQL {
  return sql`(select coalesce(json_agg(w.market_id), '[]') from (${markets}) w)`;
}
