/** Answers of witnesses about the log, stored for readers and for the next request. */
import { sql } from 'drizzle-orm';
import { BusinessError } from '../calls/callHandler.ts';
import type { Clock } from '../clock.ts';
import { rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';
import { placeIn } from './logPlaces.ts';

/** Older cosignatures are no longer waited for. */
export const COSIGNED_WITHIN_MS = 120_000;

type WitnessState = 'ok' | 'silent' | 'refused' | 'conflict';
/** Last answer of a witness about a log; size and time belong to its last cosignature. */
export type StoredWitness = {
  readonly vkey: string;
  readonly size: number | null;
  readonly cosignedAtMs: number | null;
  readonly state: WitnessState;
};
/** A checkpoint with the cosignatures of a quorum; `lagMs` is its age compared with the newest entry. */
type Cosigned = {
  readonly size: number;
  readonly note: string;
  readonly cosignedAtMs: number;
  readonly lagMs: number;
};

/** Stores the answer of a witness. A late answer does not replace a newer cosignature. */
export async function storeWitness(tx: Transaction, log: number, answer: StoredWitness): Promise<void> {
  const at = answer.cosignedAtMs === null ? null : new Date(answer.cosignedAtMs).toISOString();
  await tx.execute(
    sql`insert into log_witnesses as w (log, vkey, size, cosigned_at, state)
      values (${log}, ${answer.vkey}, ${answer.size}::bigint, ${at}::timestamptz, ${answer.state})
      on conflict (log, vkey) do update set state = excluded.state, size = greatest(w.size, excluded.size),
        cosigned_at = greatest(w.cosigned_at, excluded.cosigned_at)`,
  );
}

/** Last answers of the witnesses of a log. */
export async function readWitnesses(reader: Reader, log: number): Promise<readonly StoredWitness[]> {
  const rows = await rowsOf<{ vkey: string; size: string | null; at_ms: string | null; state: WitnessState }>(
    reader,
    sql`select vkey, size::text as size, (extract(epoch from cosigned_at) * 1000)::bigint::text as at_ms, state
      from log_witnesses where log = ${log}`,
  );
  return rows.map(({ vkey, size, at_ms: atMs, state }) => ({
    vkey,
    size: size === null ? null : Number(size),
    cosignedAtMs: atMs === null ? null : Number(atMs),
    state,
  }));
}

/** Stores a checkpoint that a quorum cosigned, unless a newer one is stored. */
export async function storeCosigned(
  tx: Transaction,
  log: number,
  { size, note, cosignedAtMs }: Omit<Cosigned, 'lagMs'>,
): Promise<void> {
  const at = new Date(cosignedAtMs).toISOString();
  await tx.execute(
    sql`insert into log_cosigned as c (log, size, note, cosigned_at) values (${log}, ${size}, ${note}, ${at}::timestamptz)
      on conflict (log) do update set size = excluded.size, note = excluded.note, cosigned_at = excluded.cosigned_at
        where excluded.size > c.size or (excluded.size = c.size and excluded.cosigned_at > c.cosigned_at)`,
  );
}

/** Undefined before the first. */
export async function readCosigned(reader: Reader, log: number): Promise<Cosigned | undefined> {
  const [row] = await rowsOf<Record<'size' | 'note' | 'at_ms' | 'lag_ms', string>>(
    reader,
    sql`select c.size::text as size, c.note, (extract(epoch from c.cosigned_at) * 1000)::bigint::text as at_ms,
        (extract(epoch from newest.sealed_at - seen.sealed_at) * 1000)::bigint::text as lag_ms
      from log_cosigned c join log_entries seen on seen.idx = ${placeIn(log, 0)} + c.size - 1, lateral (
        select sealed_at from log_entries where idx < ${placeIn(log + 1, 0)} order by idx desc limit 1
      ) newest
      where c.log = ${log}`,
  );
  return row && { size: Number(row.size), note: row.note, cosignedAtMs: Number(row.at_ms), lagMs: Number(row.lag_ms) };
}

/**
 * Stops a log permanently: nothing is logged or sold until an operator acts. The first reason stays, except that a
 * reason to stop money replaces one that does not.
 */
export async function haltLog(
  tx: Transaction,
  log: number,
  { reason, stopsMoney }: { readonly reason: string; readonly stopsMoney: boolean },
  nowMs: number,
): Promise<void> {
  await tx.execute(
    sql`insert into log_halts as h (log, reason, at, stops_money)
      values (${log}, ${reason}, ${new Date(nowMs).toISOString()}::timestamptz, ${stopsMoney})
      on conflict (log) do update set reason = excluded.reason, at = excluded.at, lifts = false, is_disk_full = false,
        stops_money = excluded.stops_money or (h.stops_money and not h.is_disk_full)
        where h.lifts or (excluded.stops_money and not h.stops_money)`,
  );
}

/**
 * Stops the newest log until {@link liftHalts}: it cannot continue on this database, or the disk is full. A full disk
 * does not replace another reason.
 */
export async function haltUntilLogged(db: Database, reason: string, isDiskFull = false): Promise<void> {
  await db.execute(
    sql`insert into log_halts as h (log, reason, at, lifts, is_disk_full)
      select coalesce(max(idx) >> 40, 0), ${reason}, clock_timestamp(), true, ${isDiskFull}::boolean from log_entries
      on conflict (log) do update set reason = excluded.reason, is_disk_full = excluded.is_disk_full
        where h.lifts and h.is_disk_full >= excluded.is_disk_full`,
  );
}

/** Ends the halts of {@link haltUntilLogged}, once the log is published again. */
export async function liftHalts(db: Database): Promise<void> {
  await db.execute(sql`delete from log_halts where lifts`);
}

const NEWEST_LOG = sql`(select max(idx) >> 40 from log_entries)`;

/** Resumes the newest log after a stop by a witness; false when nothing is stopped, or by another cause. */
export async function resumeLog(tx: Transaction): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`delete from log_halts where log = ${NEWEST_LOG} and not lifts and not stops_money returning log`,
  );
  return rows.length > 0;
}

/** Why the newest log is stopped, and whether that ends automatically; undefined when it is not stopped. */
export async function readHalt(
  reader: Reader,
): Promise<{ readonly reason: string; readonly lifts: boolean } | undefined> {
  const [halt] = await rowsOf<{ reason: string; lifts: boolean }>(
    reader,
    sql`select reason, lifts from log_halts where log = ${NEWEST_LOG}`,
  );
  return halt;
}

/**
 * Throws `BusinessError('MARKET_SUSPENDED')` while cosignatures are required and the newest are too old, or are of a
 * tree that is: a log that publishes nothing is cosigned again and again.
 */
export async function requireCosigned(
  reader: Reader,
  clock: Clock,
  settings: { readonly isWitnessRequired?: boolean },
): Promise<void> {
  if (settings.isWitnessRequired !== true) return;
  const since = new Date(clock.nowMs() - COSIGNED_WITHIN_MS).toISOString();
  const fresh = await rowsOf(
    reader,
    sql`select from log_cosigned c join log_entries seen on seen.idx = (c.log::bigint << 40) + c.size - 1
      where c.log = ${NEWEST_LOG}
        and least(c.cosigned_at, seen.sealed_at) >= ${since}::timestamptz`,
    'log_cosigned_lately',
  );
  if (fresh.length === 0) throw new BusinessError('MARKET_SUSPENDED');
}
