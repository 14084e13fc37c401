/**
 * Positions of logs in the tables. Logs may follow each other (`operator log new`); those of the log with number n
 * begin at n * 2^40. That is a multiple of whole tiles at each level, so hashes of tiles have separate positions too.
 */
import { sql } from 'drizzle-orm';
import { fromBase64, HASH_BYTES, toBase64 } from '@halyard/contract/transparency/bytes';
import type { LogEntry } from '@halyard/contract/transparency/entries';
import { TILE_WIDTH } from '@halyard/contract/transparency/tiles';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

const SPAN = 2 ** 40;

/** Position of an entry in the tables; for a size, the position after the last entry. */
export function placeIn(log: number, index: number): number {
  return log * SPAN + index;
}

/** Number of the log that an entry at a position belongs to. */
export function logAt(place: number): number {
  return Math.floor(place / SPAN);
}

/** Index of the entry in its log. */
export function indexAt(place: number): number {
  return place % SPAN;
}

/** Position of a tile hash in the tables. */
export function nodePlaceIn(log: number, level: number, index: number): number {
  return (log * SPAN) / TILE_WIDTH ** level + index;
}

// Logs that succeed another one that must not or cannot continue.

export const SUCCESSION_REASONS = ['after-restore', 'after-key-loss'] as const;
export type SuccessionReason = (typeof SUCCESSION_REASONS)[number];

export type Successor = {
  /** Number of the log. */
  readonly log: number;
  readonly origin: string;
  readonly reason: SuccessionReason;
  readonly predecessor: NonNullable<LogEntry['predecessor']>;
};

/** Name of a successor: `2026a` is followed by `2026b`, any other name by itself and `/b`. */
export function nextOrigin(origin: string): string {
  const [, before, letter] = /^(.*\/(?:\d{4})?)([a-y])$/.exec(origin) ?? [];
  if (before === undefined || letter === undefined) return `${origin}/b`;
  return `${before}${String.fromCharCode(letter.charCodeAt(0) + 1)}`;
}

/** Starts the next log with the next second. */
export async function insertSuccessor(tx: Transaction, successor: Successor, nowMs: number): Promise<void> {
  const { log, origin, reason, predecessor } = successor;
  await tx.execute(
    sql`insert into log_successors
        (log, origin, reason, predecessor_origin, predecessor_size, predecessor_root, begun_at)
      values (${log}, ${origin}, ${reason}, ${predecessor.origin}, ${predecessor.size},
        decode(${toBase64(predecessor.root)}, 'base64'), ${new Date(nowMs).toISOString()}::timestamptz)`,
  );
}

/** The successor with this number; undefined for the first log, which has no predecessor. */
export async function readSuccessor(reader: Reader, log: number): Promise<Successor | undefined> {
  return (await readWhere(reader, sql`log = ${log}`))[0];
}

/** Number of a log by its name: 0 for the one without a predecessor. */
export async function readLogNumber(reader: Reader, origin: string): Promise<number> {
  return (await readWhere(reader, sql`origin = ${origin}`))[0]?.log ?? 0;
}

async function readWhere(reader: Reader, condition: ReturnType<typeof sql>): Promise<readonly Successor[]> {
  const rows = await rowsOf<{
    log: number;
    origin: string;
    reason: SuccessionReason;
    before: string;
    size: string;
    root: string;
  }>(
    reader,
    sql`select log, origin, reason, predecessor_origin as before, predecessor_size::text as size,
        encode(predecessor_root, 'base64') as root
      from log_successors where ${condition}`,
  );
  return rows.map(({ log, origin, reason, before, size, root }) => ({
    log,
    origin,
    reason,
    predecessor: { origin: before, size: Number(size), root: fromBase64(root, HASH_BYTES) ?? new Uint8Array() },
  }));
}
