/** The tree of the public log in the database, as tiles. Bodies of prices are made from the ticks that they are of. */
import { sql, type SQL } from 'drizzle-orm';
import { fromBase64, HASH_BYTES } from '@halyard/contract/log/bytes';
import { formatEntry, type EntryKind } from '@halyard/contract/log/entries';
import type { TileHash } from '@halyard/contract/log/merkle';
import type { LoggedTick, LoggedTicks } from '@halyard/contract/log/priceEntries';
import { TILE_WIDTH, type ReadTile } from '@halyard/contract/log/tiles';
import { decimal } from '@halyard/contract/money';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

/** Ticks of a series without a gap. */
export type TickRange = { readonly seriesId: number; readonly firstSeq: number; readonly count: number };

/** An entry as it is kept: of prices only which ticks it is of. */
export type KeptEntry = {
  readonly kind: EntryKind;
  readonly sealedMs: number;
  readonly leaf: Uint8Array;
  readonly content: { readonly ranges: readonly TickRange[] } | { readonly body: string };
};

/** An entry with its place and its text, which is made anew where it is not kept. */
export type ReadEntry = KeptEntry & { readonly index: number; readonly text: string };

/** Where the log stands. */
export type LogHead = {
  readonly size: number;
  /** What was signed at this size. */
  readonly note: string;
  /** When its last entry was sealed. */
  readonly sealedMs: number;
};

// Several nodes may believe that they lead, one after the other they seal.
const LOG_LOCK = 7_204_513;

/** Keeps everybody else from sealing until the transaction ends. */
export async function lockLog(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOG_LOCK}), set_config('synchronous_commit', 'on', true)`);
}

/** Undefined before the first entry. Throws when entries and checkpoints do not belong together. */
export async function readHead(reader: Reader): Promise<LogHead | undefined> {
  const [row] = await rowsOf<{ size: string; note: string | null; sealed_ms: string }>(
    reader,
    sql`select (e.idx + 1)::text as size, c.note, (extract(epoch from e.sealed_at) * 1000)::bigint::text as sealed_ms
      from log_entries e left join log_checkpoints c on c.size = e.idx + 1 order by e.idx desc limit 1`,
    'log_head',
  );
  if (row === undefined) return undefined;
  if (row.note === null) throw new Error(`the log has no checkpoint of its ${row.size} entries`);
  return { size: Number(row.size), note: row.note, sealedMs: Number(row.sealed_ms) };
}

/** Writes entries at the end, in their order. */
export async function insertEntries(tx: Transaction, size: number, entries: readonly KeptEntry[]): Promise<void> {
  const rows = entries.map(({ kind, sealedMs, leaf, content }, place) => ({
    idx: size + place,
    kind,
    sealed_at: new Date(sealedMs).toISOString(),
    leaf: toHex(leaf),
    ranges: 'ranges' in content ? `{${content.ranges.flatMap(Object.values).join(',')}}` : null,
    body: 'body' in content ? content.body : null,
  }));
  await tx.execute(
    sql`insert into log_entries (idx, kind, sealed_at, leaf_hash, ranges, body)
      select idx, kind, sealed_at, decode(leaf, 'hex'), ranges::bigint[], body
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as entry (idx bigint, kind text, sealed_at timestamptz, leaf text, ranges text, body text)`,
  );
}

/** Writes hashes of tiles above level 0. */
export async function insertNodes(tx: Transaction, nodes: readonly TileHash[]): Promise<void> {
  if (nodes.length === 0) return;
  const rows = nodes.map(({ level, index, hash }) => ({ level, n: index, hash: toHex(hash) }));
  await tx.execute(
    sql`insert into log_nodes (level, n, hash) select level, n, decode(hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as node (level smallint, n bigint, hash text)`,
  );
}

type SignedHead = {
  readonly size: number;
  readonly root: Uint8Array;
  readonly note: string;
  readonly atMs: number;
  /** Whether it stays for good: the others go after an hour. */
  readonly isKept: boolean;
};

/** Keeps what was signed. */
export async function insertCheckpoint(tx: Transaction, { size, root, note, atMs, isKept }: SignedHead): Promise<void> {
  await tx.execute(
    sql`insert into log_checkpoints (size, root, note, signed_at, is_kept)
      values (${size}, decode(${toHex(root)}, 'hex'), ${note}, ${new Date(atMs).toISOString()}::timestamptz, ${isKept})`,
  );
}

/** Reads tiles of hashes. One that is not there as wide as asked is shorter. */
export function tileReader(reader: Reader): ReadTile {
  return async ({ level, index, width }) => {
    const from = index * TILE_WIDTH;
    const hashes =
      level === 0
        ? sql`select encode(leaf_hash, 'hex') as hash from log_entries where idx >= ${from} and idx < ${from + width} order by idx`
        : sql`select encode(hash, 'hex') as hash from log_nodes where level = ${level} and n >= ${from} and n < ${from + width} order by n`;
    const rows = await rowsOf<{ hash: string }>(reader, hashes);
    return new Uint8Array(Buffer.from(rows.map(({ hash }) => hash).join(''), 'hex'));
  };
}

type EntryRow = {
  index: string;
  kind: EntryKind;
  sealed_ms: string;
  leaf: string;
  ranges: string | null;
  body: string | null;
};

/** Entries in their order, with the texts that they have by what stands in the database now. */
export async function readEntries(reader: Reader, from: number, count: number): Promise<ReadEntry[]> {
  const rows = await rowsOf<EntryRow>(
    reader,
    sql`select idx::text as index, kind, (extract(epoch from sealed_at) * 1000)::bigint::text as sealed_ms,
        encode(leaf_hash, 'base64') as leaf, array_to_string(ranges, ',') as ranges, body
      from log_entries where idx >= ${from} and idx < ${from + count} order by log_entries.idx`,
  );
  const kept = rows.map((row) => ({ ...keptOf(row), index: Number(row.index) }));
  const ticks = await readTicksOf(
    reader,
    kept.flatMap(({ content }) => ('ranges' in content ? content.ranges : [])),
  );
  return kept.map((entry) => ({ ...entry, text: textOf(entry, ticks) }));
}

function keptOf({ kind, sealed_ms: sealedMs, leaf, ranges, body }: EntryRow): KeptEntry {
  return {
    kind,
    sealedMs: Number(sealedMs),
    leaf: fromBase64(leaf, HASH_BYTES) ?? new Uint8Array(),
    content: body === null ? { ranges: rangesOf(ranges ?? '') } : { body },
  };
}

function rangesOf(text: string): readonly TickRange[] {
  const numbers = text === '' ? [] : text.split(',').map((digits) => Number(digits));
  return Array.from({ length: numbers.length / 3 }, (_, place) => {
    const [seriesId = 0, firstSeq = 0, count = 0] = numbers.slice(place * 3, place * 3 + 3);
    return { seriesId, firstSeq, count };
  });
}

/** Where ticks stand, and what they are. */
type PlacedTick = LoggedTick & { readonly seriesId: number; readonly seq: number };

/** Ticks that are not in the log yet, by series and seq, at most so many. */
export async function readUnlogged(reader: Reader, most: number): Promise<readonly LoggedTicks[]> {
  const ticks = await readTicks(
    reader,
    sql`from log_series l join price_series s on s.id = l.series_id and s.last_seq > l.logged_seq
      join ticks t on t.series_id = l.series_id and t.seq > l.logged_seq order by t.series_id, t.seq limit ${most}`,
    'log_unlogged',
  );
  return [...new Set(ticks.map(({ seriesId }) => seriesId))].map((id) => {
    const own = ticks.filter(({ seriesId }) => seriesId === id);
    return { id, firstSeq: own[0]?.seq ?? 0, ticks: own };
  });
}

/** Ticks of ranges, by series and seq. */
async function readTicksOf(reader: Reader, ranges: readonly TickRange[]): Promise<ReadonlyMap<string, LoggedTick>> {
  const found = new Map<string, LoggedTick>();
  // Those of a series lie side by side, also over several entries.
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

function placeOf({ seriesId, seq }: Pick<PlacedTick, 'seriesId' | 'seq'>): string {
  return `${seriesId} ${seq}`;
}

function textOf({ sealedMs, content }: KeptEntry, ticks: ReadonlyMap<string, LoggedTick>): string {
  if ('body' in content) return content.body;
  const series = content.ranges.map(({ seriesId, firstSeq, count }) => ({
    id: seriesId,
    firstSeq,
    // One that is gone leaves a gap, which the hash does not fit.
    ticks: Array.from({ length: count }, (_, place) => ticks.get(placeOf({ seriesId, seq: firstSeq + place }))).filter(
      (tick) => tick !== undefined,
    ),
  }));
  return formatEntry({ kind: 'prices', sealedMs, series });
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
