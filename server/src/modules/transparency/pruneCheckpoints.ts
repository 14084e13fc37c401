/** Of what was signed all of the last hour is kept, and the first of each minute before. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/database.ts';
import type { Pruner } from '../../jobs/pruneJob.ts';

const KEPT_WHOLE_MS = 60 * 60_000;

/** Forgets the others, by a function that forgets nothing younger whatever this process takes for the time. */
export const pruneCheckpoints: Pruner = async (tx, nowMs, rowsMax) => {
  const before = new Date(nowMs - KEPT_WHOLE_MS).toISOString();
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select forget_checkpoints(${before}::timestamptz, ${rowsMax}) as count`,
  );
  return row?.count ?? 0;
};
