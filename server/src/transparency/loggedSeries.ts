/** Series of prices in the transparency log, and their last logged ticks. */
import { sql, type SQL } from 'drizzle-orm';
import type { SeriesEntry } from '@halyard/contract/transparency/entries';
import type { LoggedTicks } from '@halyard/contract/transparency/priceEntries';
import type { PriceSource } from '@halyard/contract/market/calls';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

/** A series with its log entry and its last tick: earlier ticks are history, made with a public key. */
export type NewSeries = { readonly entry: SeriesEntry; readonly lastSeq: number };

type Row = {
  id: number;
  symbol: string;
  source: PriceSource;
  identity: string;
  model: string | null;
  price_precision: number;
  quantity_precision: number;
  last_seq: string;
};

/** Series that markets follow and that have caught up for the first time. */
export async function readNewSeries(reader: Reader, sealedMs: number): Promise<readonly NewSeries[]> {
  return readSeries(
    reader,
    sealedMs,
    sql`join market_records m on m.series_id = s.id
      where m.status = 'trading' and not exists (select from log_series l where l.series_id = s.id)`,
    'log_new_series',
  );
}

/** Series of an earlier log, which continue in this one where that log ended. */
export async function readKnownSeries(reader: Reader, sealedMs: number): Promise<readonly SeriesEntry[]> {
  const which = sql`join log_series l on l.series_id = s.id join market_records m on m.id = s.market_id`;
  return (await readSeries(reader, sealedMs, which)).map(({ entry }) => entry);
}

async function readSeries(reader: Reader, sealedMs: number, which: SQL, name?: string): Promise<readonly NewSeries[]> {
  const rows = await rowsOf<Row>(
    reader,
    sql`select s.id, m.symbol, s.source, s.identity, s.state ->> 'model' as model, m.price_precision,
        m.quantity_precision, s.last_seq::text as last_seq
      from price_series s ${which} order by s.id`,
    name,
  );
  return rows.map((row) => ({
    lastSeq: Number(row.last_seq),
    entry: {
      kind: 'series',
      sealedMs,
      id: row.id,
      market: row.symbol,
      source: row.source,
      method: row.model ?? row.source,
      identity: row.identity,
      pricePlaces: row.price_precision,
      quantityPlaces: row.quantity_precision,
    },
  }));
}

/** Starts logging the ticks of series. */
export async function beginSeries(tx: Transaction, series: readonly NewSeries[]): Promise<void> {
  for (const { entry, lastSeq } of series)
    await tx.execute(
      sql`insert into log_series (series_id, first_seq, logged_seq) values (${entry.id}, ${lastSeq + 1}, ${lastSeq})`,
    );
}

/** Writes which ticks are in the log. */
export async function setLogged(tx: Transaction, ticks: readonly LoggedTicks[]): Promise<void> {
  if (ticks.length === 0) return;
  const rows = ticks.map(({ id, firstSeq, ticks: own }) => ({ id, seq: firstSeq + own.length - 1 }));
  await rowsOf(
    tx,
    sql`update log_series l set logged_seq = done.seq
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as done (id integer, seq bigint)
      where l.series_id = done.id`,
    'log_set_logged',
  );
}
