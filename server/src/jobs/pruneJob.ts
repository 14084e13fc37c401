/** Forgetting as due work: each table has a row that comes again and again, and deletes a little at a time. */
import { sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { rowsOf, type Transaction } from '../db/database.ts';
import { addJob, type TransactionJob } from './jobsTable.ts';

/** Deletes some of what is old by the clock, at most `rowsMax`; answers how many. */
export type Pruner = (tx: Transaction, nowMs: number, rowsMax: number) => Promise<number>;

const PRUNE = 'prune';
const EVERY_MS = 60 * 60_000;
/** The embedded database does nothing else meanwhile. */
const ROWS_MAX = 500;

/** Makes the kind of these pruners, by their names. */
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
      // A newer version beside this one has a pruner of its own for a key that is not known here.
      const count = (await pruners[key]?.(tx, nowMs, ROWS_MAX)) ?? 0;
      return { againInMs: count < ROWS_MAX ? EVERY_MS : 0 };
    },
  };
}

export const DAY_MS = 24 * 60 * 60_000;

/** Whether the instant in a column is before that one. */
export function isBefore(column: string, ms: number): SQL {
  return sql`${sql.identifier(column)} < ${new Date(ms).toISOString()}::timestamptz`;
}

/**
 * A pruner of the rows of a table for which `isOld` is true. Rows that somebody works with at the moment are left for
 * another time.
 */
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
