/** Entries of the published log with their inclusion proofs, for receipts. */
import { sql } from 'drizzle-orm';
import { parseCheckpoint } from '@halyard/contract/transparency/note';
import type { ProvenEntry, ReceiptFile } from '@halyard/contract/transparency/receiptFile';
import { inclusionProof, type ReadTile } from '@halyard/contract/transparency/tiles';
import { rowsOf, type Reader } from '../db/database.ts';
import { COSIGNED_WITHIN_MS, readCosigned } from './cosigned.ts';
import { indexAt, logAt, placeIn, readLogNumber } from './logPlaces.ts';
import { readEntries, readHead, readLastNote, tileReader } from './logStore.ts';
import type { Published } from './publishedHead.ts';

/**
 * Positions of the price entries that contain ticks of a series, as far as they are logged. The search starts at each
 * tick's own time, because no entry that contains it is older.
 */
export async function findTickEntries(
  reader: Reader,
  seriesId: number,
  seqs: readonly number[],
): Promise<readonly number[]> {
  const found = new Map<number, number>();
  const newest = (await readHead(reader))?.log ?? -1;
  for (let log = newest; log >= 0; log -= 1) {
    const missing = [...new Set(seqs)].filter((seq) => !found.has(seq));
    if (missing.length === 0) break;
    for (const { seq, index } of await findTicksIn(reader, log, seriesId, missing))
      found.set(Number(seq), Number(index));
  }
  return [...found.values()];
}

/**
 * Positions of the entries from which live prices of a series are computed again: its own entry, and the quotes of
 * these ticks. Empty for other prices. `places` are those of the ticks' entries.
 */
export async function findQuoteEntries(
  reader: Reader,
  seriesId: number,
  seqs: readonly number[],
  places: readonly number[],
): Promise<readonly number[]> {
  const heads = seqs.map((seq) => `\nseries ${seriesId} ${seq}\n`);
  const quotes = await rowsOf<{ index: string }>(
    reader,
    sql`select distinct q.idx::text as index
      from log_entries p cross join lateral (
        select * from log_entries where idx > p.idx order by idx limit ${QUOTES_WITHIN}
      ) q
      where p.idx = any(${sql.param(places)}::bigint[]) and q.kind = 'quotes' and q.sealed_at = p.sealed_at
        and exists (select from unnest(${sql.param(heads)}::text[]) h where strpos(q.body, h) > 0)`,
  );
  if (quotes.length === 0) return [];
  const own = await findSeriesEntry(reader, seriesId, logAt(places[0] ?? 0));
  return own === undefined ? [] : [own, ...quotes.map(({ index }) => Number(index))];
}

/** Entries of one second after its prices, at most. */
const QUOTES_WITHIN = 50;
/** A series is announced so many entries before its first price, at most; an earlier one at the begin of its log. */
const SERIES_WITHIN = 1000;

/** Index of the entry of a series in a log; undefined before it is there. */
export async function readSeriesIndex(reader: Reader, log: number, seriesId: number): Promise<number | undefined> {
  const place = await findSeriesEntry(reader, seriesId, log);
  return place === undefined ? undefined : indexAt(place);
}

async function findSeriesEntry(reader: Reader, seriesId: number, log: number): Promise<number | undefined> {
  const [known] = await rowsOf<{ seq: string }>(
    reader,
    sql`select first_seq::text as seq from log_series where series_id = ${seriesId}`,
  );
  const [first = 0] = known === undefined ? [] : await findTickEntries(reader, seriesId, [Number(known.seq)]);
  const begin = placeIn(log, 0);
  const [row] = await rowsOf<{ index: string }>(
    reader,
    sql`select idx::text as index from log_entries
      where kind = 'series' and strpos(body, ${`\nseries ${seriesId} `}) > 0 and idx >= ${begin} and (
        (idx <= ${first} and idx > ${first - SERIES_WITHIN}) or idx < ${begin + SERIES_WITHIN})
      order by idx limit 1`,
  );
  return row && Number(row.index);
}

async function findTicksIn(reader: Reader, log: number, seriesId: number, seqs: readonly number[]) {
  const [first, end] = [placeIn(log, 0), placeIn(log + 1, 0)];
  return rowsOf<{ seq: string; index: string }>(
    reader,
    sql`select wanted.seq::text as seq, found.idx::text as index
      from unnest(${sql.param(seqs)}::bigint[]) as w (seq)
        join ticks wanted on wanted.series_id = ${seriesId} and wanted.seq = w.seq
        cross join lateral (
          with recursive narrowed (low, high) as (
            select ${first}::bigint, (select coalesce(max(idx), ${first}::bigint) from log_entries where idx < ${end})
            union all
            select case when middle.sealed_at < wanted.at then middle.idx + 1 else low end,
              case when middle.sealed_at < wanted.at then high else middle.idx end
            from narrowed, lateral (
              select idx, sealed_at from log_entries where idx = (low + high) / 2
            ) middle
            where low < high
          )
          select e.idx from log_entries e
          where e.idx >= (select max(low) from narrowed) and e.idx < ${end} and exists (
            select from log_unpack(e.ranges) numbers, generate_series(1, coalesce(array_length(numbers, 1), 0), 3) at
            where numbers[at] = ${seriesId} and wanted.seq >= numbers[at + 1]
              and wanted.seq < numbers[at + 1] + numbers[at + 2]
          )
          order by e.idx limit 1
        ) found`,
  );
}

/**
 * The entries at these positions, each once and ascending, with proofs against the published checkpoint; for a log with
 * a successor, against its last one. Undefined when they are not all in one log, or not published yet.
 */
export async function proveEntries(
  reader: Reader,
  published: Published | undefined,
  places: readonly number[],
): Promise<ReceiptFile | undefined> {
  const wanted = [...new Set(places)].toSorted((a, b) => a - b);
  const log = logAt(wanted[0] ?? 0);
  const last = wanted.at(-1) ?? 0;
  const shown = published && (await readShown(reader, published, log, indexAt(last) + 1));
  if (shown === undefined || last >= placeIn(log, shown.size) || log !== logAt(last)) return undefined;
  const entries: ProvenEntry[] = [];
  const readTile = cachingTileReader(tileReader(reader, log));
  for (const { from, count } of runsOf(wanted)) {
    const read = await readEntries(reader, from, count);
    if (read.length < count) return undefined;
    for (const { index, text } of read)
      entries.push({ index, text, proof: await inclusionProof(index, shown.size, readTile) });
  }
  return { entries, checkpoint: shown.text };
}

/** A checkpoint for proofs. */
type Shown = { readonly size: number; readonly text: string };

/**
 * Checkpoint of the published log, or of an earlier one. Verifiers that require cosignatures accept no other, so a
 * recent cosigned checkpoint is used while witnesses respond. A log that has ended gets no new cosignatures: its last
 * cosigned checkpoint is used if it covers the first `size` entries.
 */
export async function readShown(reader: Reader, published: Published, log: number, size = 0): Promise<Shown> {
  const cosigned = await readCosigned(reader, log);
  const isOver = log !== (await readLogNumber(reader, published.origin));
  if (cosigned !== undefined && (isOver ? size <= cosigned.size : cosigned.lagMs <= COSIGNED_WITHIN_MS))
    return { size: cosigned.size, text: cosigned.note };
  if (!isOver) return published;
  const text = await readLastNote(reader, log);
  if (text === undefined) throw new Error(`log ${log} was not signed here`);
  return { size: parseCheckpoint(text).size, text };
}

/** Groups adjacent indexes, which are read together. */
function runsOf(indexes: readonly number[]) {
  const runs: { readonly from: number; count: number }[] = [];
  for (const index of indexes) {
    const last = runs.at(-1);
    if (last !== undefined && last.from + last.count === index) last.count += 1;
    else runs.push({ from: index, count: 1 });
  }
  return runs;
}

/** Caches tiles: proofs of adjacent entries use the same ones. */
function cachingTileReader(read: ReadTile): ReadTile {
  const cached = new Map<string, ReturnType<ReadTile>>();
  return (tile) => {
    const key = `${tile.level} ${tile.index} ${tile.width}`;
    const known = cached.get(key) ?? read(tile);
    cached.set(key, known);
    return known;
  };
}
