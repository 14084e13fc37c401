/** Price series: one market, one source, one identity (ADR 4). A market follows one at a time. */
import { sql } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import type { PriceSource } from '@halyard/contract/market/calls';
import { decimal, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

/** State that a feed needs to continue after a restart, stored with the ticks. */
export type SeriesState = Readonly<Record<string, string | number>>;

/** End of a series. Price and time are missing until the first tick. */
export type SeriesPosition = {
  readonly seriesId: number;
  readonly lastSeq: number;
  readonly lastPrice: Decimal | undefined;
  readonly lastAtMs: number | undefined;
  /** Bars shorter than a day that begin before this instant are still to be folded; undefined when none is missing. */
  readonly foldedFromMs: number | undefined;
  readonly state: SeriesState;
};

/** Unique key of a series. */
export type SeriesKey = { readonly marketId: MarketId; readonly source: PriceSource; readonly identity: string };

type SeriesRow = {
  id: number;
  last_seq: string;
  last_price: string | null;
  last_at_ms: string | null;
  folded_from_ms: string | null;
  state: SeriesState;
};

const COLUMNS = sql`id, last_seq::text as last_seq, last_price::text as last_price,
  (extract(epoch from last_at) * 1000)::bigint::text as last_at_ms,
  (extract(epoch from folded_from) * 1000)::bigint::text as folded_from_ms, state`;

/**
 * Opens the series of this key, creating it with `state` if missing. For a new series, bars that are shorter than a day
 * and begin before `foldedFromMs`, a UTC midnight, are folded when all its ticks exist ({@link foldPast}).
 */
export async function openSeries(
  tx: Transaction,
  key: SeriesKey,
  state: SeriesState,
  foldedFromMs?: number,
): Promise<SeriesPosition> {
  const { marketId, source, identity } = key;
  const foldedFrom = foldedFromMs === undefined ? null : new Date(foldedFromMs).toISOString();
  await tx.execute(sql`insert into price_series (market_id, source, identity, state, folded_from)
    values (${marketId}, ${source}, ${identity}, ${JSON.stringify(state)}::text::jsonb, ${foldedFrom}::timestamptz)
    on conflict (market_id, source, identity) do nothing`);
  const rows = await rowsOf<SeriesRow>(
    tx,
    sql`select ${COLUMNS} from price_series where market_id = ${marketId} and source = ${source} and identity = ${identity}`,
  );
  return onlyPosition(rows);
}

/** Reads the position of a series. */
export async function readPosition(reader: Reader, seriesId: number): Promise<SeriesPosition> {
  return onlyPosition(await rowsOf<SeriesRow>(reader, sql`select ${COLUMNS} from price_series where id = ${seriesId}`));
}

/** Folds the newest part of a series' past, about `ticks` ticks; returns whether more is missing. */
export async function foldPast(tx: Transaction, seriesId: number, ticks: number): Promise<boolean> {
  const rows = await rowsOf<{ is_missing: boolean }>(
    tx,
    sql`select fold_past(${seriesId}::integer, ${ticks}::integer) is not null as is_missing`,
  );
  return rows[0]?.is_missing === true;
}

/** An existing series, for a feed to continue. */
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
    foldedFromMs: row.folded_from_ms === null ? undefined : Number(row.folded_from_ms),
    state: row.state,
  };
}
