/** Work that has a time: how a module declares what it does when the time has come, and how rows of it are written. */
import { sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../db/database.ts';
import { NOTIFY } from '../db/notices.ts';
import type { ExchangeEvent } from '../events/events.ts';

/** What a row carries besides its key. */
export type JobPayload = Readonly<Record<string, string | number>>;

/** A row as the work on it sees it. */
export type JobRow = {
  readonly key: string;
  readonly payload: JobPayload;
  /** How often it failed since it was done last. */
  readonly failures: number;
};

/**
 * Whether a row goes or comes again: at an instant, after a time, or after a time as another try. Work that throws has
 * failed and comes again after a pause that grows. Prefer a time to an instant that is counted from now: it does not
 * depend on this machine's clock.
 */
export type JobOutcome =
  | 'done'
  | { readonly againAtMs: number }
  | { readonly againInMs: number }
  | { readonly retryInMs: number };

type AnyJobDefinition = {
  /** Unique; the column `kind`. */
  readonly name: string;
  /** The most rows in one transaction, or under lease on one node. */
  readonly atOnceMax: number;
  /**
   * Events after which there may be something to do. Without them a row is found when its time comes, or at the next
   * look.
   */
  readonly isWokenBy?: (event: ExchangeEvent) => boolean;
  /**
   * Writes what is due without anybody's asking, e.g. what comes again and again; runs at every start of every node.
   */
  readonly begin?: (tx: Transaction) => Promise<void>;
};

/** An effect in the database. It happens in the transaction that takes the row, so it happens once. */
export type TransactionJob = AnyJobDefinition & {
  readonly mode: 'transaction';
  /** Runs in a savepoint of its own. What it tells is published after the commit. */
  run(tx: Transaction, row: JobRow, tell: (event: ExchangeEvent) => void): Promise<JobOutcome>;
};

/** The right to work on a row, renewed for as long as the node lives. */
export type Lease = {
  /** Aborted when somebody else has taken over, and when the node stops. */
  readonly signal: AbortSignal;
  /**
   * Keeps everybody else from taking over until the transaction ends. Throws {@link LeaseLostError} when somebody has.
   */
  confirm(tx: Transaction): Promise<void>;
};

/**
 * An effect outside of the database, or one that takes longer than a transaction should. A node that dies at it is
 * followed by another, so it may happen twice then.
 */
export type LeaseJob = AnyJobDefinition & {
  readonly mode: 'lease';
  /** `released`: the row goes back as it was, for another node at once. */
  run(row: JobRow, lease: Lease): Promise<JobOutcome | 'released'>;
};

export type JobDefinition = TransactionJob | LeaseJob;

/** Somebody else works on the row by now. */
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
  /** An instant; compared by the database's clock. */
  readonly dueAtMs: number;
  readonly payload?: JobPayload;
};

/** The key of a kind that has one row. */
export const ONLY = 'only';

/** Due since ever, by any clock: for a row that some node always works on. */
export const ALWAYS_MS = 0;

/**
 * Writes rows in the transaction that causes them. A row that is there already stays as it is, or with `move` is due at
 * the new time. In lease mode a row is there while it is worked on.
 */
export async function addJob(tx: Reader, works: readonly NewJob[], ifThere: 'keep' | 'move' = 'keep'): Promise<void> {
  if (works.length === 0) return;
  const rows = works.map(({ dueAtMs, ...work }) => ({ payload: {}, ...work, due_at: new Date(dueAtMs).toISOString() }));
  const conflict = ifThere === 'keep' ? sql`do nothing` : sql`(kind, key) do update set due_at = excluded.due_at`;
  await tx.execute(
    sql`with written as (
        insert into due_work (kind, key, due_at, payload)
        select kind, key, due_at, payload from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as work (kind text, key text, due_at timestamptz, payload jsonb)
        on conflict ${conflict} returning 1
      ) select ${NOTIFY} where exists (select from written)`,
  );
}
