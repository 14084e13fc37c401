/** Table of jobs. Due times and leases are compared by the database's clock, which all nodes share. */
import { sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { rowsOf, sqlMs, sqlNow, type Database, type Reader, type Transaction } from '../db/database.ts';
import { NOTIFY } from '../db/notices.ts';
import type { JobOutcome, JobPayload, JobRow } from './job.ts';

/** Identifies a row; with `lease` only while that lease is held. */
export type JobId = { readonly kind: string; readonly key: string; readonly lease?: string };

const RETRY_MIN_MS = 1000;
const RETRY_MAX_MS = 600_000;

const iso = (ms: number) => new Date(ms).toISOString();
const NOW_MS = sql`(extract(epoch from clock_timestamp()) * 1000)::float8`;
const IS_FREE = sql`(leased_until is null or leased_until <= clock_timestamp())`;

type Row = { key: string; payload: JobPayload; failures: number };

/** Takes due rows for this transaction; skips rows that another transaction holds. */
export function takeJob(
  tx: Transaction,
  kind: string,
  { clock, limit }: { readonly clock: Clock; readonly limit: number },
): Promise<JobRow[]> {
  return rowsOf<Row>(
    tx,
    sql`select key, payload, failures from jobs where kind = ${kind} and due_at <= ${sqlNow(clock)} and ${IS_FREE}
      order by due_at, key limit ${limit} for update skip locked`,
  );
}

/** Selection of rows to lease; `except` lists keys to skip. */
type LeaseRequest = {
  readonly clock: Clock;
  readonly limit: number;
  readonly lease: string;
  readonly leaseMs: number;
  readonly except: readonly string[];
};

/** Leases due rows to the holder of `lease`, until `leaseMs` have passed. */
export function leaseJob(
  db: Database,
  kind: string,
  { clock, limit, lease, leaseMs, except }: LeaseRequest,
): Promise<JobRow[]> {
  return rowsOf<Row>(
    db,
    sql`update jobs w set lease = ${lease}::uuid, leased_until = ${fromNow(leaseMs)}
      from (
        select kind, key from jobs where kind = ${kind} and due_at <= ${sqlNow(clock)} and ${IS_FREE}
          and not ${JSON.stringify(except)}::text::jsonb ? key
        order by due_at, key limit ${limit} for update skip locked
      ) as due
      where w.kind = due.kind and w.key = due.key returning w.key, w.payload, w.failures`,
  );
}

/** Extends leases. Returns the rows whose lease is still held, each with the database's time. */
export function renewLeases(
  db: Database,
  ids: readonly Required<JobId>[],
  leaseMs: number,
): Promise<{ kind: string; key: string; nowMs: number }[]> {
  return rowsOf(
    db,
    sql`update jobs w set leased_until = ${fromNow(leaseMs)}
      from jsonb_to_recordset(${JSON.stringify(ids)}::text::jsonb) as held (kind text, key text, lease uuid)
      where w.kind = held.kind and w.key = held.key and w.lease = held.lease returning w.kind, w.key, ${NOW_MS} as "nowMs"`,
    'renew_leases',
  );
}

/**
 * Whether the lease is held; a held row cannot be taken until the transaction ends, so a node that is frozen in it soon
 * loses it.
 */
export async function confirmLease(tx: Transaction, id: Required<JobId>): Promise<boolean> {
  const rows = await rowsOf(tx, sql`select shorten_idle() from jobs where ${is(id)} for share`);
  return rows.length > 0;
}

/** Releases a row unchanged and notifies the other nodes. */
export async function releaseLease(db: Database, id: Required<JobId>): Promise<void> {
  await db.execute(
    sql`with free as (update jobs set lease = null, leased_until = null where ${is(id)} returning 1)
      select ${NOTIFY} from free`,
  );
}

/** Writes the outcome of a row. After a lease, another node may be the next to run it. */
export async function settle(
  reader: Reader,
  id: JobId,
  { outcome, clock }: { readonly outcome: JobOutcome; readonly clock: Clock },
): Promise<void> {
  if (outcome === 'done') {
    await reader.execute(sql`delete from jobs where ${is(id)}`);
    return;
  }
  const failures = 'retryInMs' in outcome ? sql`failures + 1` : sql`0`;
  const settled = sql`update jobs set due_at = ${dueAtOf(outcome, clock)}, failures = ${failures}, lease = null, leased_until = null
    where ${is(id)}`;
  await reader.execute(
    id.lease === undefined ? settled : sql`with free as (${settled} returning 1) select ${NOTIFY} from free`,
  );
}

function dueAtOf(outcome: Exclude<JobOutcome, 'done'>, clock: Clock): SQL {
  if ('againAtMs' in outcome) return sql`${iso(outcome.againAtMs)}`;
  return sql`${sqlNow(clock)} + ${sqlMs('againInMs' in outcome ? outcome.againInMs : outcome.retryInMs)}`;
}

/**
 * Delay of the next attempt after failures: it grows, so that a row that always fails does not take the time of the
 * others.
 */
export function retryAfterMs(failures: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(failures, 20));
}

/** The next due row of a kind. */
export type NextJob = {
  readonly kind: string;
  /** Milliseconds until a row without a lease is due; 0 or less: now. */
  readonly dueInMs: number | null;
  /** Milliseconds until the first lease of another node may end. */
  readonly freeInMs: number | null;
  /** The database's time. */
  readonly nowMs: number;
};

/** Reads the next row of each kind and the database's time; ignores the leases in `own`. */
export function readNext(
  db: Database,
  clock: Clock,
  { kinds, own }: { readonly kinds: readonly string[]; readonly own: readonly string[] },
): Promise<NextJob[]> {
  return rowsOf<NextJob>(
    db,
    sql`select k.kind, (extract(epoch from (
        select due_at from jobs w where w.kind = k.kind and ${IS_FREE} order by due_at limit 1
      ) - ${sqlNow(clock)}) * 1000)::float8 as "dueInMs", (extract(epoch from (
        select min(leased_until) from jobs w where w.kind = k.kind and due_at <= clock_timestamp() and not ${IS_FREE}
          and not ${JSON.stringify(own)}::text::jsonb ? lease::text
      ) - clock_timestamp()) * 1000)::float8 as "freeInMs", ${NOW_MS} as "nowMs"
      from jsonb_array_elements_text(${JSON.stringify(kinds)}::text::jsonb) as k (kind)`,
    clock.isSet === true ? 'due_next_set' : 'due_next',
  );
}

function fromNow(ms: number): SQL {
  return sql`clock_timestamp() + ${sqlMs(ms)}`;
}

function is({ kind, key, lease }: JobId): SQL {
  const which = sql`kind = ${kind} and key = ${key}`;
  return lease === undefined ? which : sql`${which} and lease = ${lease}::uuid`;
}
