/** The tree of the transparency log in the database, as tiles. Texts of price entries are built from their ticks. */
import { sql } from 'drizzle-orm';
import { fromBase64, HASH_BYTES, isSameBytes } from '@halyard/contract/transparency/bytes';
import { formatEntry, type EntryKind, type LoggedTick } from '@halyard/contract/transparency/entries';
import { rootOf, type TileHash } from '@halyard/contract/transparency/merkle';
import type { TreeHead } from '@halyard/contract/transparency/note';
import { frontierOf, TILE_WIDTH, type ReadTile } from '@halyard/contract/transparency/tiles';
import { framedTransaction, rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';
import { placeOf, readTicksOf, type TickRange } from './loggedTicks.ts';
import { indexAt, logAt, nodePlaceIn, placeIn } from './logPlaces.ts';

/** A stored entry: of a price entry only the ranges of its ticks. */
export type StoredEntry = {
  readonly kind: EntryKind;
  readonly loggedMs: number;
  readonly leaf: Uint8Array;
  readonly content: { readonly ranges: readonly TickRange[] } | { readonly body: string };
};

/** An entry with its index in its log and its text, which is rebuilt when it is not stored. */
export type ReadEntry = StoredEntry & { readonly index: number; readonly text: string };

/** End of the newest log. */
export type LogHead = {
  /** Number of the log. */
  readonly log: number;
  readonly size: number;
  /** The signed note of this size. */
  readonly note: string;
  /** When its last entry was logged. */
  readonly loggedMs: number;
  /** Reason why it must not continue. */
  readonly haltedBy: string | null;
  /** Whether markets are suspended until it continues. */
  readonly hasLiftingHalt: boolean;
  /** Whether a new log is to begin after it. */
  readonly isFollowed: boolean;
};

/** Exclusive to add entries, shared to prevent that. */
const LOG_LOCK = 7_204_513;

const LOCKING = sql`select pg_advisory_xact_lock(${LOG_LOCK}), set_config('synchronous_commit', 'on', true)`;

/** Waits for and prevents other sequencers until the transaction ends: several nodes may believe that they lead. */
export async function lockLog(tx: Transaction): Promise<void> {
  await rowsOf(tx, LOCKING, 'log_lock');
}

/** Runs the work with the newest checkpoint, while no sequencer runs. Does nothing before the first checkpoint. */
export async function withNewestNote(db: Database, work: (note: string) => Promise<void>): Promise<void> {
  const newest = sql`select note from log_checkpoints order by size desc limit 1`;
  await framedTransaction(db, sql`${LOCKING}; ${newest}`, async (_tx, [row]) => {
    const note = row?.['note'];
    if (typeof note === 'string') await work(note);
    return { result: undefined };
  });
}

/** Work besides ticks and their quotes, which a feed commits together at any instant. */
type Work = {
  readonly commits: boolean;
  readonly entries: boolean;
  readonly series: boolean;
};

/** Most seconds there is no work: one query instead of three. */
export async function readWork(tx: Transaction): Promise<Work> {
  const [row] = await rowsOf<Work>(
    tx,
    sql`select exists (select from log_commits where idx is null) as commits,
      exists (select from log_pending where idx is null) as entries,
      exists (
        select from market_records m where m.status = 'trading' and m.series_id is not null
          and not exists (select from log_series l where l.series_id = m.series_id)
      ) as series`,
    'log_work',
  );
  return row ?? { commits: true, entries: true, series: true };
}

/** Prevents logging until the transaction ends, so that its commitments are logged before the next tick. */
export async function persistLog(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${LOG_LOCK})`);
}

/** The end of the newest log. Undefined before the first entry. Throws when entries and checkpoints do not match. */
export async function readHead(reader: Reader): Promise<LogHead | undefined> {
  const [row] = await rowsOf<{
    index: string;
    note: string | null;
    logged_ms: string;
    halted_by: string | null;
    has_lifting: boolean;
    newest: number | null;
  }>(
    reader,
    sql`select e.idx::text as index, c.note, (extract(epoch from e.sealed_at) * 1000)::bigint::text as logged_ms,
        (select h.reason from log_halts h where h.log = e.idx >> 40 and not h.lifts) as halted_by,
        exists (select from log_halts h where h.log = e.idx >> 40 and h.lifts) as has_lifting,
        (select max(s.log) from log_successors s) as newest
      from log_entries e left join log_checkpoints c on c.size = e.idx + 1 order by e.idx desc limit 1`,
    'log_head',
  );
  if (row === undefined) return undefined;
  const place = Number(row.index);
  const [log, size] = [logAt(place), indexAt(place) + 1];
  if (row.note === null) throw new Error(`the log has no checkpoint of its ${size} entries`);
  return {
    log,
    size,
    note: row.note,
    loggedMs: Number(row.logged_ms),
    haltedBy: row.halted_by,
    hasLiftingHalt: row.has_lifting,
    isFollowed: row.newest !== null && row.newest > log,
  };
}

/** The last checkpoint of a log that has a successor; undefined when it has no entry here. */
export async function readLastNote(reader: Reader, log: number): Promise<string | undefined> {
  const [row] = await rowsOf<{ note: string }>(
    reader,
    sql`select note from log_checkpoints where size > ${placeIn(log, 0)} and size < ${placeIn(log + 1, 0)}
      order by size desc limit 1`,
  );
  return row?.note;
}

/** Marks the last checkpoint as retained, since no more will be signed. */
export async function persistLastNote(tx: Transaction): Promise<void> {
  await tx.execute(sql`select keep_last_checkpoint()`);
}

/** Position at which entries of a log are written. */
export type LogPlace = { readonly log: number; readonly size: number };

/** Appends entries in their order. */
export async function insertEntries(
  tx: Transaction,
  { log, size }: LogPlace,
  entries: readonly StoredEntry[],
): Promise<void> {
  const rows = entries.map(({ kind, loggedMs, leaf, content }, place) => ({
    idx: placeIn(log, size + place),
    kind: 'ranges' in content ? null : kind,
    sealed_at: new Date(loggedMs).toISOString(),
    leaf: toHex(leaf),
    ranges: 'ranges' in content ? `{${content.ranges.flatMap(Object.values).join(',')}}` : null,
    body: 'body' in content ? content.body : null,
  }));
  await rowsOf(
    tx,
    sql`insert into log_entries (idx, kind, sealed_at, leaf_hash, ranges, body)
      select idx, kind, sealed_at, decode(leaf, 'hex'), log_pack(ranges::bigint[]), body
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as entry (idx bigint, kind text, sealed_at timestamptz, leaf text, ranges text, body text)`,
    'log_insert_entries',
  );
}

/** Writes hashes of tiles above level 0. */
export async function insertNodes(tx: Transaction, log: number, nodes: readonly TileHash[]): Promise<void> {
  if (nodes.length === 0) return;
  const rows = nodes.map(({ level, index, hash }) => ({ level, n: nodePlaceIn(log, level, index), hash: toHex(hash) }));
  await tx.execute(
    sql`insert into log_nodes (level, n, hash) select level, n, decode(hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as node (level smallint, n bigint, hash text)`,
  );
}

type SignedHead = LogPlace & {
  readonly note: string;
  readonly atMs: number;
  /** Whether it is retained; others are deleted after a minute or two. */
  readonly isRetained: boolean;
};

/** Stores a signed checkpoint. */
export async function insertCheckpoint(
  tx: Transaction,
  { log, size, note, atMs, isRetained }: SignedHead,
): Promise<void> {
  await rowsOf(
    tx,
    sql`insert into log_checkpoints (size, note, signed_at, is_kept)
      values (${placeIn(log, size)}, ${note}, ${new Date(atMs).toISOString()}::timestamptz, ${isRetained})`,
    'log_insert_checkpoint',
  );
}

/** More than are signed in a minute: it catches up after a downtime. */
const FORGOTTEN_AT_ONCE = 500;

/** Deletes checkpoints that are not retained and older than an instant, a few at a time. */
export async function forgetCheckpoints(tx: Transaction, beforeMs: number): Promise<void> {
  const before = new Date(beforeMs).toISOString();
  await tx.execute(sql`select forget_checkpoints(${before}::timestamptz, ${FORGOTTEN_AT_ONCE})`);
}

/** Reads tiles of hashes of a log. A tile that is not complete yet is shorter than requested. */
export function tileReader(reader: Reader, log: number): ReadTile {
  return async ({ level, index, width }) => {
    const from = nodePlaceIn(log, level, index * TILE_WIDTH);
    const hashes =
      level === 0
        ? sql`select encode(leaf_hash, 'hex') as hash from log_entries where idx >= ${from} and idx < ${from + width} order by idx`
        : sql`select encode(hash, 'hex') as hash from log_nodes where level = ${level} and n >= ${from} and n < ${from + width} order by n`;
    const rows = await rowsOf<{ hash: string }>(reader, hashes);
    return new Uint8Array(Buffer.from(rows.map(({ hash }) => hash).join(''), 'hex'));
  };
}

/** Whether a signed tree is a prefix of this log. */
export async function isPartOf(
  reader: Reader,
  signed: TreeHead,
  { log, size, origin }: LogPlace & Pick<TreeHead, 'origin'>,
): Promise<boolean> {
  if (signed.origin !== origin || signed.size > size) return false;
  return isSameBytes(signed.root, rootOf(await frontierOf(signed.size, tileReader(reader, log))));
}

type EntryRow = {
  index: string;
  kind: EntryKind;
  logged_ms: string;
  leaf: string;
  ranges: string | null;
  body: string | null;
};

/** Entries from a position on in their order, with texts built from the current contents of the database. */
export async function readEntries(reader: Reader, from: number, count: number): Promise<ReadEntry[]> {
  const rows = await rowsOf<EntryRow>(
    reader,
    sql`select idx::text as index, coalesce(kind, 'prices') as kind, (extract(epoch from sealed_at) * 1000)::bigint::text as logged_ms,
        encode(leaf_hash, 'base64') as leaf, array_to_string(log_unpack(ranges), ',') as ranges, body
      from log_entries where idx >= ${from} and idx < ${from + count} order by log_entries.idx`,
  );
  const stored = rows.map((row) => ({ ...storedOf(row), index: indexAt(Number(row.index)) }));
  const ticks = await readTicksOf(
    reader,
    stored.flatMap(({ content }) => ('ranges' in content ? content.ranges : [])),
  );
  return stored.map((entry) => ({ ...entry, text: textOf(entry, ticks) }));
}

function storedOf({ kind, logged_ms: loggedMs, leaf, ranges, body }: EntryRow): StoredEntry {
  return {
    kind,
    loggedMs: Number(loggedMs),
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

function textOf({ loggedMs, content }: StoredEntry, ticks: ReadonlyMap<string, LoggedTick>): string {
  if ('body' in content) return content.body;
  const series = content.ranges.map(({ seriesId, firstSeq, count }) => ({
    id: seriesId,
    firstSeq,
    // A missing tick leaves a gap, and then the hash does not match.
    ticks: Array.from({ length: count }, (_, place) => ticks.get(placeOf({ seriesId, seq: firstSeq + place }))).filter(
      (tick) => tick !== undefined,
    ),
  }));
  return formatEntry({ kind: 'prices', loggedMs, series });
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
