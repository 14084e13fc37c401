/** Jobs: work that is due at a time. Modules declare what a job does, and write rows for when to do it. */
import { sql, type SQL } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';
import { NOTIFY } from '../db/notices.ts';
import type { ExchangeEvent } from '../events/events.ts';

/** Data of a row besides its key. */
export type JobPayload = Readonly<Record<string, string | number>>;

/** A row as its job receives it. */
export type JobRow = {
  readonly key: string;
  readonly payload: JobPayload;
  /** Number of failures since the last success. */
  readonly failures: number;
};

/**
 * Outcome of a row: done, or due again at an instant, after a delay, or after a delay as a retry. An exception counts
 * as a failure, and the row is retried after a growing delay. Prefer a delay to an instant counted from now: a delay
 * does not depend on this machine's clock.
 */
export type JobOutcome =
  | 'done'
  | { readonly againAtMs: number }
  | { readonly againInMs: number }
  | { readonly retryInMs: number };

type AnyJobDefinition = {
  /** Unique; the column `kind`. */
  readonly name: string;
  /** Most rows in one transaction, or under lease on one node. */
  readonly atOnceMax: number;
  /** Events after which rows may be due. Without it a row is found when its time comes, or at the next look. */
  readonly isWokenBy?: (event: ExchangeEvent) => boolean;
  /** Writes recurring rows; runs at every start of every node. */
  readonly begin?: (tx: Transaction) => Promise<void>;
};

/**
 * A job whose effect is in the database. It runs in the transaction that takes the row, so the effect happens exactly
 * once.
 */
export type TransactionJob = AnyJobDefinition & {
  readonly mode: 'transaction';
  /** Runs in a savepoint of its own. */
  run(tx: Transaction, row: JobRow): Promise<JobOutcome>;
};

/** The right to work on a row, renewed while the node is up. */
export type Lease = {
  /** Aborted when another node has taken over, and when this node stops. */
  readonly signal: AbortSignal;
  /** Prevents other nodes from taking over until the transaction ends. Throws {@link LeaseLostError} when one has. */
  confirm(tx: Transaction): Promise<void>;
};

/**
 * A job with an effect outside the database, or one that takes longer than a transaction should. After a crash another
 * node repeats it, so the effect may happen twice.
 */
export type LeaseJob = AnyJobDefinition & {
  readonly mode: 'lease';
  /** `released`: the row is left unchanged, for another node to take immediately. */
  run(row: JobRow, lease: Lease): Promise<JobOutcome | 'released'>;
};

export type JobDefinition = TransactionJob | LeaseJob;

/** Another node has taken over the row. */
export class LeaseLostError extends Error {
  constructor(kind: string, key: string) {
    super(`the lease of ${kind} ${key} is lost`);
    this.name = 'LeaseLostError';
  }
}

/** A row to be written. */
export type NewJob = {
  readonly kind: string;
  readonly key: string;
  /** An instant, compared with the database's clock. */
  readonly dueAtMs: number;
  readonly payload?: JobPayload;
};

/** Key of a job that has one row. */
export const ONLY = 'only';

/** Always due, by any clock: for a row that some node always works on. */
export const ALWAYS_MS = 0;

/**
 * Writes rows in the transaction that causes them. An existing row stays unchanged, or with `move` is due at the new
 * time. In lease mode a row exists while it is being worked on.
 */
export async function addJob(tx: Reader, works: readonly NewJob[], ifThere: 'keep' | 'move' = 'keep'): Promise<void> {
  if (works.length === 0) return;
  const rows = works.map(({ dueAtMs, ...work }) => ({ payload: {}, ...work, due_at: new Date(dueAtMs).toISOString() }));
  const conflict = ifThere === 'keep' ? sql`do nothing` : sql`(kind, key) do update set due_at = excluded.due_at`;
  await tx.execute(
    sql`with written as (
        insert into jobs (kind, key, due_at, payload)
        select kind, key, due_at, payload from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as work (kind text, key text, due_at timestamptz, payload jsonb)
        on conflict ${conflict} returning 1
      ) select ${NOTIFY} where exists (select from written)`,
  );
}

/** Creates a job of one row, which is due at every start of a node, and then when its last run asks for. */
export function recurringJob(
  name: string,
  clock: Clock,
  run: (tx: Transaction, nowMs: number) => Promise<JobOutcome>,
): TransactionJob {
  return {
    name,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => addJob(tx, [{ kind: name, key: ONLY, dueAtMs: clock.nowMs() }], 'move'),
    run: (tx) => run(tx, clock.nowMs()),
  };
}

// Pruning as a job: each table has a recurring row, and each run deletes a limited number of old rows.

/** Deletes rows that are old by the clock, at most `rowsMax`; returns their number. */
export type Pruner = (tx: Transaction, nowMs: number, rowsMax: number) => Promise<number>;

const PRUNE = 'prune';
const EVERY_MS = HOUR_MS;
/** Low, because the embedded database does nothing else meanwhile. */
const ROWS_MAX = 500;

/** Creates the job for these pruners, by their names. */
export function createPruneJob(
  { clock }: { readonly clock: Clock },
  pruners: Readonly<Record<string, Pruner>>,
): TransactionJob {
  return {
    name: PRUNE,
    mode: 'transaction',
    atOnceMax: 1,
    begin: (tx) => {
      const dueAtMs = clock.nowMs() + EVERY_MS;
      return addJob(
        tx,
        Object.keys(pruners).map((key) => ({ kind: PRUNE, key, dueAtMs })),
      );
    },
    run: async (tx, { key }) => {
      const nowMs = clock.nowMs();
      // A newer version on another node may have written a key that is unknown here.
      const count = (await pruners[key]?.(tx, nowMs, ROWS_MAX)) ?? 0;
      return { againInMs: count < ROWS_MAX ? EVERY_MS : 0 };
    },
  };
}

/** Whether a column is before an instant. */
export function isBefore(column: string, ms: number): SQL {
  return sql`${sql.identifier(column)} < ${new Date(ms).toISOString()}::timestamptz`;
}

const YEAR_MS = 365.25 * DAY_MS;

/** Whether a column is more than years ago. */
export function isYearsOld(column: string, nowMs: number, years: number): SQL {
  return isBefore(column, nowMs - years * YEAR_MS);
}

/** Creates a pruner of the table's rows for which `isOld` is true. Locked rows are left for the next run. */
export function pruneRows(table: string, isOld: (nowMs: number) => SQL): Pruner {
  const name = sql.identifier(table);
  return async (tx, nowMs, rowsMax) => {
    const rows = await rowsOf(
      tx,
      sql`delete from ${name} where ctid in (select ctid from ${name} where ${isOld(nowMs)} limit ${rowsMax} for update skip locked) returning 1`,
    );
    return rows.length;
  };
}
