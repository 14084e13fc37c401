/** The instants of requests to close positions, and which ticks may carry them out. */
import { sql } from 'drizzle-orm';
import type { PositionId, UserId } from '@halyard/contract/ids';
import type { MarketStatus } from '@halyard/contract/market/calls';
import { FRESH_PRICE_MS } from '@halyard/contract/options/rules';
import type { Clock } from '../../clock.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import type { Asked } from './waitForLog.ts';

/** A request, and whether its market has current prices: without them there is no point in waiting. */
export type CloseRequest = Asked & { readonly isFresh: boolean };

/** Reads the requests for the user's open positions among these. */
export async function readCloseRequests(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  userId: UserId,
  ids: readonly PositionId[],
): Promise<ReadonlyMap<PositionId, CloseRequest>> {
  const nowMs = clock.nowMs();
  const rows = await rowsOf<{ id: string; series_id: number; status: MarketStatus; last_at: string | null }>(
    db,
    sql`select p.id::text as id, p.series_id, r.status, r.last_at
      from contract_positions p join market_records r on r.id = p.market_id and r.series_id = p.series_id
      where p.id = any(${sql.param(ids)}::bigint[]) and p.user_id = ${userId} and p.status = 'trading'`,
    'ask_to_close',
  );
  return new Map(
    rows.map(({ id, series_id: seriesId, status, last_at: lastAt }) => {
      const lastMs = lastAt === null ? 0 : Date.parse(lastAt);
      const isFresh = status === 'trading' && nowMs - lastMs <= FRESH_PRICE_MS;
      // Prices that are replayed faster than real time run ahead of the clock.
      return [Number(id) as PositionId, { seriesId, atMs: Math.max(nowMs, lastMs), isFresh }];
    }),
  );
}
