/** Series and status of a market; only feeds set them. */
import { sql } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import type { MarketStatus } from '@halyard/contract/market/calls';
import { rowsOf, type Reader, type Transaction } from '../db/database.ts';

/** Name of the job that ends a market, by its id. */
export const DELIST = 'spot.delist';

/** Sets the status, unless the market has ended; returns whether it changed, so that the change is published once. */
export async function setMarketStatus(reader: Reader, id: MarketId, status: MarketStatus): Promise<boolean> {
  const rows = await rowsOf(
    reader,
    sql`update markets set status = ${status} where id = ${id} and status <> ${status} and delisted_at is null returning id`,
  );
  return rows.length > 0;
}

/** Makes the market follow the series and displays it; returns whether anything changed. */
export async function followSeries(
  tx: Transaction,
  id: MarketId,
  series: { readonly seriesId: number; readonly status: MarketStatus },
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update markets set series_id = ${series.seriesId}, is_displayed = true, status = ${series.status}
      where id = ${id} and delisted_at is null and (series_id, is_displayed, status) is distinct from (${series.seriesId}::integer, true, ${series.status}::text)
      returning id`,
  );
  return rows.length > 0;
}

/**
 * Hides markets for which the feed has no prices and removes their series, so that an old price is not taken for a
 * current one.
 */
export async function hideOtherMarkets(tx: Transaction, followed: readonly MarketId[]): Promise<void> {
  const ids = sql.join(
    followed.map((id) => sql`${id}`),
    sql`, `,
  );
  await tx.execute(
    sql`update markets set series_id = null, is_displayed = false, status = 'feed-stalled'
      where id not in (${ids}) and delisted_at is null`,
  );
}

/** SQL: whether the transparency log stops all markets. `ledger_post` uses it too; halts of operators are elsewhere. */
export const TRADING_HALTED = sql`trading_halted()`;

/** Reads {@link TRADING_HALTED}. */
export async function isTradingHalted(reader: Reader): Promise<boolean> {
  const [row] = await rowsOf<{ is_halted: boolean }>(
    reader,
    sql`select ${TRADING_HALTED} as is_halted`,
    'trading_halted',
  );
  return row?.is_halted === true;
}
