/**
 * Refuses purchases while the transparency log lags behind the prices, because their commitments would be logged late.
 */
import { sql } from 'drizzle-orm';
import { BusinessError } from '../calls/callHandler.ts';
import { rowsOf, type Reader } from '../db/database.ts';

/** Ticks are logged each second. */
const LOGGED_WITHIN_MS = 2000;

/**
 * Throws `BusinessError('PRICE_STALE')` when a series is logged and one of its ticks waits longer than usual. The delay
 * is measured by the newest tick and by the clock, because either may be wrong.
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
