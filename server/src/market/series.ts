/** Price series: one market, one source, one identity (adr 0004). A market follows one at a time. */
import { sql } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/calls/ids';
import type { PriceSource } from '@halyard/contract/calls/markets';
import { decimal, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

/** What a feed needs to go on after a restart, stored with the ticks it belongs to. */
export type SeriesState = Readonly<Record<string, string | number>>;

/** Where a series stands. Price and time are missing until the first tick. */
export type SeriesPosition = {
  readonly seriesId: number;
  readonly lastSeq: number;
  readonly lastPrice: Decimal | undefined;
  readonly lastAtMs: number | undefined;
  readonly state: SeriesState;
};

/** What names a series. */
export type SeriesKey = { readonly marketId: MarketId; readonly source: PriceSource; readonly identity: string };

type SeriesRow = {
  id: number;
  last_seq: string;
  last_price: string | null;
  last_at_ms: string | null;
  state: SeriesState;
};

const COLUMNS = sql`id, last_seq::text as last_seq, last_price::text as last_price,
  (extract(epoch from last_at) * 1000)::bigint::text as last_at_ms, state`;

/** The series of this key, made with `state` when it is not there yet. */
export async function openSeries(tx: Transaction, key: SeriesKey, state: SeriesState): Promise<SeriesPosition> {
  const { marketId, source, identity } = key;
  await tx.execute(sql`insert into price_series (market_id, source, identity, state)
    values (${marketId}, ${source}, ${identity}, ${JSON.stringify(state)}::text::jsonb)
    on conflict (market_id, source, identity) do nothing`);
  const rows = await rowsOf<SeriesRow>(
    tx,
    sql`select ${COLUMNS} from price_series where market_id = ${marketId} and source = ${source} and identity = ${identity}`,
  );
  return onlyPosition(rows);
}

/** Where a series stands now. */
export async function readPosition(reader: Reader, seriesId: number): Promise<SeriesPosition> {
  return onlyPosition(await rowsOf<SeriesRow>(reader, sql`select ${COLUMNS} from price_series where id = ${seriesId}`));
}

/** A series as a feed finds it again. */
export type KnownSeries = { readonly marketId: MarketId; readonly identity: string; readonly state: SeriesState };

/** All series of a source, the newest first. */
export async function listSeries(reader: Reader, source: PriceSource): Promise<KnownSeries[]> {
  const rows = await rowsOf<{ market_id: MarketId; identity: string; state: SeriesState }>(
    reader,
    sql`select market_id, identity, state from price_series where source = ${source} order by id desc`,
  );
  return rows.map(({ market_id: marketId, identity, state }) => ({ marketId, identity, state }));
}

function onlyPosition([row]: readonly SeriesRow[]): SeriesPosition {
  if (row === undefined) throw new Error('the price series does not exist');
  return {
    seriesId: row.id,
    lastSeq: Number(row.last_seq),
    lastPrice: row.last_price === null ? undefined : decimal(row.last_price),
    lastAtMs: row.last_at_ms === null ? undefined : Number(row.last_at_ms),
    state: row.state,
  };
}
