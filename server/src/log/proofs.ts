/** Entries of the published log with the proofs that they are in it, as receipts carry them. */
import { sql } from 'drizzle-orm';
import type { ProvenEntry, SealedFile } from '@halyard/contract/log/sealedSteps';
import { inclusionProof } from '@halyard/contract/log/tiles';
import { rowsOf, type Reader } from '../db/database.ts';
import { readEntries, tileReader } from './logStore.ts';
import type { Published } from './publishedHead.ts';

/** A tick by its place. */
export type TickPlace = { readonly seriesId: number; readonly seq: number };

/**
 * The entry of prices that a tick is in; undefined when it is not in the log. Looked for from the tick's own time on,
 * which no entry that holds it is sealed before.
 */
export async function findTickEntry(reader: Reader, { seriesId, seq }: TickPlace): Promise<number | undefined> {
  const [row] = await rowsOf<{ index: string }>(
    reader,
    sql`with recursive wanted as (
        select at from ticks where series_id = ${seriesId} and seq = ${seq}
      ), narrowed (low, high) as (
        select 0::bigint, (select coalesce(max(idx), 0) from log_entries)
        union all
        select case when middle.sealed_at < wanted.at then middle.idx + 1 else low end,
          case when middle.sealed_at < wanted.at then high else middle.idx end
        from narrowed, wanted, lateral (
          select idx, sealed_at from log_entries where idx = (low + high) / 2
        ) middle
        where low < high
      )
      select e.idx::text as index from log_entries e
      where e.idx >= (select max(low) from narrowed) and exists (select from wanted) and exists (
        select from generate_series(1, coalesce(array_length(e.ranges, 1), 0), 3) at
        where e.ranges[at] = ${seriesId} and ${seq} >= e.ranges[at + 1] and ${seq} < e.ranges[at + 1] + e.ranges[at + 2]
      )
      order by e.idx limit 1`,
  );
  return row && Number(row.index);
}

/** These entries, each once and ascending, proved against what was published; undefined when it lacks one of them. */
export async function proveEntries(
  reader: Reader,
  published: Published | undefined,
  indexes: readonly number[],
): Promise<SealedFile | undefined> {
  const wanted = [...new Set(indexes)].toSorted((a, b) => a - b);
  if (published === undefined || wanted.some((index) => index >= published.size)) return undefined;
  const entries: ProvenEntry[] = [];
  for (const index of wanted) {
    const [entry] = await readEntries(reader, index, 1);
    if (entry === undefined) return undefined;
    entries.push({ index, text: entry.text, proof: await inclusionProof(index, published.size, tileReader(reader)) });
  }
  return { entries, checkpoint: published.text };
}
