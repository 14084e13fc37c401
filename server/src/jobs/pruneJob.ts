/** Pruning as a job: each table has a recurring row, and each run deletes a limited number of old rows. */
import { sql, type SQL } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '@halyard/contract/time';
import type { Clock } from '../clock.ts';
import { rowsOf, type Transaction } from '../db/database.ts';
import { addJob, type TransactionJob } from './job.ts';

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
