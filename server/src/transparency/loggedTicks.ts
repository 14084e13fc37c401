/** Ticks for the transparency log: those that are not logged yet, and those of its entries. */
import { sql, type SQL } from 'drizzle-orm';
import { decimal } from '@halyard/contract/money';
import {
  parseEntry,
  splitQuotes,
  type LoggedTick,
  type LoggedTicks,
  type QuotesEntry,
} from '@halyard/contract/transparency/entries';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

/** Consecutive ticks of a series. */
export type TickRange = { readonly seriesId: number; readonly firstSeq: number; readonly count: number };

/** A tick with its position. */
type PlacedTick = LoggedTick & { readonly seriesId: number; readonly seq: number };

/** Ticks by series, and whether more are waiting. */
type Unlogged = { readonly ticks: readonly LoggedTicks[]; readonly hasMore: boolean };

/**
 * Reads ticks that are not in the log yet, at most `most`: of all series up to one instant, so that futures never see a
 * market ahead of another.
 */
export async function readUnlogged(reader: Reader, most: number): Promise<Unlogged> {
  const oldest = await readTicks(
    reader,
    sql`from log_series l cross join lateral (
        select * from ticks where series_id = l.series_id and seq > l.logged_seq order by seq limit ${most + 1}
      ) t order by t.at, t.series_id, t.seq limit ${most + 1}`,
    'log_unlogged',
  );
  const ticks = upToOneInstant(oldest, most);
  return {
    ticks: [...new Set(ticks.map(({ seriesId }) => seriesId))]
      .toSorted((a, b) => a - b)
      .map((id) => {
        const own = ticks.filter(({ seriesId }) => seriesId === id);
        return { id, firstSeq: own[0]?.seq ?? 0, ticks: own };
      }),
    hasMore: oldest.length > most,
  };
}

/** Reduces ticks to whole instants; only an instant that alone exceeds the limit is split. */
function upToOneInstant(oldest: readonly PlacedTick[], most: number): readonly PlacedTick[] {
  const next = oldest[most];
  if (next === undefined) return oldest;
  const whole = oldest.filter(({ atMs }) => atMs < next.atMs);
  return whole.length > 0 ? whole : oldest.slice(0, most);
}

/** Ticks of ranges, by series and seq. */
export async function readTicksOf(
  reader: Reader,
  ranges: readonly TickRange[],
): Promise<ReadonlyMap<string, LoggedTick>> {
  const found = new Map<string, LoggedTick>();
  // Those of a series are adjacent, also across several entries.
  for (const seriesId of new Set(ranges.map((range) => range.seriesId))) {
    const own = ranges.filter((range) => range.seriesId === seriesId);
    const first = Math.min(...own.map(({ firstSeq }) => firstSeq));
    const end = Math.max(...own.map(({ firstSeq, count }) => firstSeq + count));
    const stretch = sql`from ticks t where t.series_id = ${seriesId} and t.seq >= ${first} and t.seq < ${end}`;
    for (const tick of await readTicks(reader, stretch)) found.set(placeOf(tick), tick);
  }
  return found;
}

async function readTicks(reader: Reader, from: SQL, name?: string): Promise<PlacedTick[]> {
  const rows = await rowsOf<Record<'series_id' | 'seq' | 'at_ms' | 'price' | 'quantity', string>>(
    reader,
    sql`select t.series_id::text as series_id, t.seq::text as seq,
        (extract(epoch from t.at) * 1000)::bigint::text as at_ms,
        trim_scale(t.price)::text as price, trim_scale(t.quantity)::text as quantity ${from}`,
    name,
  );
  return rows.map((row) => ({
    seriesId: Number(row.series_id),
    seq: Number(row.seq),
    atMs: Number(row.at_ms),
    price: decimal(row.price),
    quantity: decimal(row.quantity),
  }));
}

/** Key of a tick in the result of {@link readTicksOf}. */
export function placeOf({ seriesId, seq }: Pick<PlacedTick, 'seriesId' | 'seq'>): string {
  return `${seriesId} ${seq}`;
}

// Quotes that ticks of live prices were made from, until they are in the public log.

type Row = { series_id: number; seq: string; body: string };

/**
 * Takes the quotes of these ticks out of the table, as entries; none for other prices. Quotes of ticks from before
 * their series was in the log are deleted.
 */
export async function takeInputs(
  tx: Transaction,
  loggedMs: number,
  ticks: readonly LoggedTicks[],
): Promise<readonly QuotesEntry[]> {
  const ends = ticks.map(({ id, firstSeq, ticks: own }) => ({ id, first: firstSeq, last: firstSeq + own.length - 1 }));
  const rows = await rowsOf<Row>(
    tx,
    sql`with taken as (
        delete from tick_inputs i using jsonb_to_recordset(${JSON.stringify(ends)}::text::jsonb) as e (id integer, first bigint, last bigint)
        where i.series_id = e.id and i.seq <= e.last returning i.series_id, i.seq, i.body, i.seq >= e.first as is_logged
      ) select series_id, seq::text as seq, body from taken where is_logged order by series_id, taken.seq`,
    'log_take_inputs',
  );
  return splitQuotes({ loggedMs, ticks: rows.flatMap((row) => parseInputs(row)) });
}

function parseInputs({ series_id: id, seq, body }: Row): QuotesEntry['ticks'] {
  const entry = parseEntry(`halyard/quotes/v1\nsealed 0\nseries ${id} ${seq}\n${body}\n`);
  return entry.kind === 'quotes' ? entry.ticks : [];
}
