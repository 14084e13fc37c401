/** Nothing new is sold by prices that the public log does not keep up with: what it commits to would be sealed late. */
import { sql } from 'drizzle-orm';
import { BusinessError } from '../calls/errors.ts';
import { rowsOf, type Reader } from '../db/database.ts';

/** Ticks are sealed each second. */
const LOGGED_WITHIN_MS = 2000;

/**
 * Throws `BusinessError('PRICE_STALE')` where a series is in the log and one of its ticks waits for longer than usual,
 * by the newest tick and by the clock: the one may run ahead, and the other may be wrong.
 */
export async function requireSequencer(reader: Reader, seriesId: number, nowMs: number): Promise<void> {
  const waiting = await rowsOf(
    reader,
    sql`select from log_series l join price_series s on s.id = l.series_id
        join ticks t on t.series_id = l.series_id and t.seq = l.logged_seq + 1
      where l.series_id = ${seriesId} and t.at < least(s.last_at, ${new Date(nowMs).toISOString()}::timestamptz)
        - ${LOGGED_WITHIN_MS} * interval '1 millisecond'`,
    'log_behind',
  );
  if (waiting.length > 0) throw new BusinessError('PRICE_STALE');
}
