/** Entries of other modules that are in the log. */
import { sql } from 'drizzle-orm';
import { parseEntry, type Entry } from '@halyard/contract/transparency/entries';
import { rowsOf, type Reader } from '../db/database.ts';
import { indexAt, logAt } from './logPlaces.ts';
import type { PendingEntry } from './pending.ts';

type PendingKind = PendingEntry['kind'];

/** Positions in the tables. */
export type PlaceRange = { readonly from: number; readonly end: number };

/** An entry with its log, index and time of logging. */
export type LoggedEntry<Kind extends PendingKind> = {
  readonly entry: Extract<Entry, { readonly kind: Kind }>;
  readonly log: number;
  readonly index: number;
  readonly sealedMs: number;
};

/** The newest entries of a kind in a range; newest first. */
export async function readLoggedEntries<Kind extends PendingKind>(
  reader: Reader,
  kind: Kind,
  { from, end, most }: PlaceRange & { readonly most: number },
): Promise<readonly LoggedEntry<Kind>[]> {
  const rows = await rowsOf<{ body: string; index: string; sealed_ms: string }>(
    reader,
    sql`select e.body, e.idx::text as index, (extract(epoch from e.sealed_at) * 1000)::bigint::text as sealed_ms
      from log_pending p join log_entries e on e.idx = p.idx
      where p.kind = ${kind} and p.idx >= ${from} and p.idx < ${end} order by p.idx desc limit ${most}`,
  );
  return rows.map(({ body, index, sealed_ms: sealedMs }) => {
    const entry = parseEntry(body);
    if (entry.kind !== kind) throw new Error(`entry ${index} of the log is a ${entry.kind} and no ${kind}`);
    const place = Number(index);
    return {
      entry: entry as LoggedEntry<Kind>['entry'],
      log: logAt(place),
      index: indexAt(place),
      sealedMs: Number(sealedMs),
    };
  });
}
