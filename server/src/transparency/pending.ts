/**
 * Entries of other modules for the transparency log. They are written in the transaction of their cause, and the
 * sequencer logs them in their order. Only the sequencer knows the time of an entry, since the log's time never goes
 * back: a pending entry has no time yet.
 */
import { sql } from 'drizzle-orm';
import { formatEntry, parseEntry, type Entry } from '@halyard/contract/transparency/entries';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { indexAt, logAt, placeIn } from './logPlaces.ts';

/** Kinds that the sequencer creates itself. */
type OwnKind = 'log' | 'series' | 'prices' | 'quotes' | 'commits';
type WithoutTime<Kind> = Kind extends unknown ? Omit<Kind, 'loggedMs'> : never;
/** An entry before its time is known. */
export type PendingEntry = WithoutTime<Exclude<Entry, { readonly kind: OwnKind }>>;

/** Most entries logged at once. */
export const WAITING_MAX = 1000;

/**
 * Adds an entry; returns its id in `log_pending`, which later has its position in the log. Throws for an entry that
 * cannot be formatted: it would block the sequencer.
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

/** A pending entry; `entryAt` returns it with its time. */
export type Waiting = { readonly id: number; readonly entryAt: (loggedMs: number) => Entry };

/** The first pending entries. */
export async function readWaiting(tx: Transaction): Promise<readonly Waiting[]> {
  const rows = await rowsOf<{ id: string; body: string }>(
    tx,
    sql`select id::text as id, body from log_pending where idx is null order by log_pending.id limit ${WAITING_MAX}`,
    'log_waiting',
  );
  return rows.map(({ id, body }) => ({ id: Number(id), entryAt: (loggedMs) => timed(parseEntry(body), loggedMs) }));
}

/**
 * Entries of earlier logs that a new log repeats, in their order: the key chains of simulated prices, of which the
 * first applies to old series, and every document, since older versions of terms may still apply.
 */
export async function readRepeated(reader: Reader): Promise<readonly Entry[]> {
  const rows = await rowsOf<{ body: string }>(
    reader,
    sql`select body from log_pending where kind in ('rules', 'seed') and idx is not null
      group by body order by min(idx)`,
  );
  return rows.map(({ body }) => parseEntry(body));
}

/** Writes that a log begins with these entries again, from `index` on, as rows of their own. */
export async function insertRepeated(tx: Transaction, entries: readonly Entry[], index: number): Promise<void> {
  for (const [place, entry] of entries.entries())
    await tx.execute(
      sql`insert into log_pending (kind, body, idx) values (${entry.kind}, ${formatEntry(entry)}, ${index + place})`,
    );
}

/** Writes that these are in the log, from `index` on. */
export async function setPendingLogged(tx: Transaction, waiting: readonly Waiting[], index: number): Promise<void> {
  if (waiting.length === 0) return;
  const rows = waiting.map(({ id }, place) => ({ id, idx: index + place }));
  await tx.execute(
    sql`update log_pending p set idx = logged.idx
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as logged (id bigint, idx bigint)
      where p.id = logged.id`,
  );
}

/** Indexes of a log's entries that name keys, in order. */
export async function readKeyEntries(reader: Reader, log: number): Promise<readonly number[]> {
  const rows = await rowsOf<{ index: string }>(
    reader,
    sql`select idx::text as index from log_pending where kind = 'key' and idx >= ${placeIn(log, 0)} and idx < ${placeIn(log + 1, 0)}
      order by log_pending.idx`,
  );
  return rows.map(({ index }) => indexAt(Number(index)));
}

/** Kinds without a time ignore it when formatted. */
function timed(entry: PendingEntry | Entry, loggedMs: number): Entry {
  return { ...entry, loggedMs } as Entry;
}

// Entries of other modules that are in the log.

type PendingKind = PendingEntry['kind'];

/** Positions in the tables. */
export type PlaceRange = { readonly from: number; readonly end: number };

/** An entry with its log, index and time of logging. */
export type LoggedEntry<Kind extends PendingKind> = {
  readonly entry: Extract<Entry, { readonly kind: Kind }>;
  readonly log: number;
  readonly index: number;
  readonly loggedMs: number;
};

/** The newest entries of a kind in a range; newest first. */
export async function readLoggedEntries<Kind extends PendingKind>(
  reader: Reader,
  kind: Kind,
  { from, end, most }: PlaceRange & { readonly most: number },
): Promise<readonly LoggedEntry<Kind>[]> {
  const rows = await rowsOf<{ body: string; index: string; logged_ms: string }>(
    reader,
    sql`select e.body, e.idx::text as index, (extract(epoch from e.sealed_at) * 1000)::bigint::text as logged_ms
      from log_pending p join log_entries e on e.idx = p.idx
      where p.kind = ${kind} and p.idx >= ${from} and p.idx < ${end} order by p.idx desc limit ${most}`,
  );
  return rows.map(({ body, index, logged_ms: loggedMs }) => {
    const entry = parseEntry(body);
    if (entry.kind !== kind) throw new Error(`entry ${index} of the log is a ${entry.kind} and no ${kind}`);
    const place = Number(index);
    return {
      entry: entry as LoggedEntry<Kind>['entry'],
      log: logAt(place),
      index: indexAt(place),
      loggedMs: Number(loggedMs),
    };
  });
}
