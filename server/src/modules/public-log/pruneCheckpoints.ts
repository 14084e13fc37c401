/** Of what was signed all of the last hour is kept, and the first of each minute before. */
import { sql } from 'drizzle-orm';
import { isBefore, pruneRows } from '../../due/pruneKind.ts';

const KEPT_WHOLE_MS = 60 * 60_000;

/** Forgets the others. */
export const pruneCheckpoints = pruneRows(
  'log_checkpoints',
  (nowMs) => sql`not is_kept and ${isBefore('signed_at', nowMs - KEPT_WHOLE_MS)}`,
);
