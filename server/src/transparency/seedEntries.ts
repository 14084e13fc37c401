/**
 * Key chains of simulated prices in the transparency log: committed before the first price, each key revealed after its
 * day.
 */
import { sql } from 'drizzle-orm';
import { fromBase64, HASH_BYTES, toBase64 } from '@halyard/contract/transparency/bytes';
import { parseEntry, type RevealEntry } from '@halyard/contract/transparency/entries';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { addPending } from './pending.ts';

/** A key chain: `K_0`, base64, and the day of `K_1`. */
export type Seed = { readonly firstDay: string; readonly days: number; readonly anchor: string };

/** A seed in the log, with the time of its first entry. */
export type LoggedSeed = Seed & { readonly sealedMs: number };

/**
 * Adds the entry of a seed, unless there is one. Only the leading feed may call it: two concurrent calls would write it
 * twice.
 */
export async function announceSeed(tx: Transaction, { firstDay, days, anchor }: Seed): Promise<void> {
  const known = await readEntries(tx, 'seed');
  if (known.some(({ entry }) => toBase64(entry.anchor) === anchor)) return;
  const bytes = fromBase64(anchor, HASH_BYTES);
  if (bytes === undefined) throw new Error('the anchor of a chain is no hash');
  await addPending(tx, { kind: 'seed', firstDay, days, anchor: bytes });
}

/** Seeds in the log, oldest first; each once, though a successor log repeats them. */
export async function readSeeds(reader: Reader): Promise<readonly LoggedSeed[]> {
  const seeds = (await readEntries(reader, 'seed')).flatMap(({ index, sealedMs, entry }) =>
    index === null ? [] : [{ ...entry, anchor: toBase64(entry.anchor), sealedMs }],
  );
  const newestFirst = new Map(seeds.map((seed) => [seed.anchor, seed]));
  return [...newestFirst.values()].toReversed();
}

/** Keys that were or are about to be revealed, newest first. */
export async function readReveals(
  reader: Reader,
): Promise<readonly { readonly entry: RevealEntry; readonly index: number | null }[]> {
  return readEntries(reader, 'reveal');
}

async function readEntries<Kind extends 'seed' | 'reveal'>(reader: Reader, kind: Kind) {
  const rows = await rowsOf<{ body: string; index: string | null; sealed_ms: string | null }>(
    reader,
    sql`select p.body, p.idx::text as index, (extract(epoch from e.sealed_at) * 1000)::bigint::text as sealed_ms
      from log_pending p left join log_entries e on e.idx = p.idx where p.kind = ${kind} order by p.idx desc nulls first, p.id desc`,
  );
  return rows.map(({ body, index, sealed_ms: sealedMs }) => {
    const entry = parseEntry(body);
    if (entry.kind !== kind) throw new Error(`a ${kind} that waits for the log is a ${entry.kind}`);
    return {
      entry: entry as Extract<typeof entry, { kind: Kind }>,
      index: index === null ? null : Number(index),
      sealedMs: Number(sealedMs),
    };
  });
}
