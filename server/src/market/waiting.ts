/** Markets where anything waits for prices, so that ticks in the others cause no work. */
import { sql, type SQL } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import { rowsOf, type Reader } from '../db/database.ts';

/** Declaration of a product that waits for prices. */
export type Waiting = {
  /** Name of the sweep job. */
  readonly name: string;
  /** Selects `market_id` of the markets where anything waits; has no parameters. */
  readonly markets: SQL;
};

/** Markets by the name of the product that waits there. */
export type WaitingMarkets = Readonly<Record<string, readonly MarketId[]>>;

/** SQL column with {@link WaitingMarkets}. */
export function waitingColumn(all: readonly Waiting[]): SQL {
  const fields = all.map(({ name, markets }) => sql`${sql.raw(`'${name}'`)}, ${marketsOf(markets)}`);
  return sql`json_build_object(${sql.join(fields, sql`, `)})`;
}

/** Reads the markets where a product waits. */
export async function readWaiting(reader: Reader, { name, markets }: Waiting): Promise<readonly MarketId[]> {
  const rows = await rowsOf<{ ids: MarketId[] }>(reader, sql`select ${marketsOf(markets)} as ids`, `waiting ${name}`);
  return rows[0]?.ids ?? [];
}

function marketsOf(markets: SQL): SQL {
  return sql`(select coalesce(json_agg(w.market_id), '[]') from (${markets}) w)`;
}
