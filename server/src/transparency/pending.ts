/**
 * Entries that other work has for the public log. They are written in the transaction that causes them, and the sequencer
 * takes them in their order. When an entry is sealed is known by the sequencer alone, since the log's time never goes
 * back: what waits has no time yet, and a snapshot that waited is not dated before the entries that came meanwhile.
 */
import { sql } from 'drizzle-orm';
import { formatEntry, parseEntry, type Entry } from '@halyard/contract/transparency/entries';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { indexAt, placeIn } from './logPlaces.ts';

/** Those that the sequencer makes of something else. */
type SequencersOwn = 'log' | 'series' | 'prices' | 'quotes' | 'commits';
type WithoutTime<Kind> = Kind extends unknown ? Omit<Kind, 'sealedMs'> : never;
/** An entry before it is known when it is sealed. */
export type PendingEntry = WithoutTime<Exclude<Entry, { readonly kind: SequencersOwn }>>;

/** At most so many are sealed at once. */
export const WAITING_MAX = 1000;

/**
 * Has an entry sealed; answers the id by which its place in the log is found in `log_pending`. Throws when it cannot be
 * written as an entry: it would stop the sequencer for good.
 */
export async function addPending(tx: Transaction, entry: PendingEntry): Promise<number> {
  parseEntry(formatEntry(timed(entry, Number.MAX_SAFE_INTEGER)));
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`insert into log_pending (kind, body) values (${entry.kind}, ${formatEntry(timed(entry, 0))}) returning id::text`,
  );
  if (row === undefined) throw new Error('an entry for the log was not written');
  return Number(row.id);
}

/** An entry that waits; `entryAt` is what it is when it is sealed then. */
export type Waiting = { readonly id: number; readonly entryAt: (sealedMs: number) => Entry };

/** The first that wait. */
export async function readWaiting(tx: Transaction): Promise<readonly Waiting[]> {
  const rows = await rowsOf<{ id: string; body: string }>(
    tx,
    sql`select id::text as id, body from log_pending where idx is null order by log_pending.id limit ${WAITING_MAX}`,
    'log_waiting',
  );
  return rows.map(({ id, body }) => ({ id: Number(id), entryAt: (sealedMs) => timed(parseEntry(body), sealedMs) }));
}

/**
 * What the logs before said and holds in the next one too, in its order: the chains of keys of simulated prices, of
 * which the first one goes for series of old, and every document, since older versions of terms still run.
 */
export async function readStanding(reader: Reader): Promise<readonly Entry[]> {
  const rows = await rowsOf<{ body: string }>(
    reader,
    sql`select body from log_pending where kind in ('rules', 'seed') and idx is not null
      group by body order by min(idx)`,
  );
  return rows.map(({ body }) => parseEntry(body));
}

/** Notes that a log begins with these again, one after the other from `index` on: places of their own. */
export async function keepRepeating(tx: Transaction, entries: readonly Entry[], index: number): Promise<void> {
  for (const [place, entry] of entries.entries())
    await tx.execute(
      sql`insert into log_pending (kind, body, idx) values (${entry.kind}, ${formatEntry(entry)}, ${index + place})`,
    );
}

/** Notes that these are in the log, one after the other from `index` on. */
export async function setSealed(tx: Transaction, waiting: readonly Waiting[], index: number): Promise<void> {
  if (waiting.length === 0) return;
  const rows = waiting.map(({ id }, place) => ({ id, idx: index + place }));
  await tx.execute(
    sql`update log_pending p set idx = sealed.idx
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as sealed (id bigint, idx bigint)
      where p.id = sealed.id`,
  );
}

/** Which entries of a log name keys, in its order. */
export async function readKeyEntries(reader: Reader, log: number): Promise<readonly number[]> {
  const rows = await rowsOf<{ index: string }>(
    reader,
    sql`select idx::text as index from log_pending where kind = 'key' and idx >= ${placeIn(log, 0)} and idx < ${placeIn(log + 1, 0)}
      order by log_pending.idx`,
  );
  return rows.map(({ index }) => indexAt(Number(index)));
}

/** Kinds without a time do not write it. */
function timed(entry: PendingEntry | Entry, sealedMs: number): Entry {
  return { ...entry, sealedMs } as Entry;
}
