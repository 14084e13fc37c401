/** Cursors, up to which positions were advanced, and the ticks after them. */
import { sql } from 'drizzle-orm';
import type { MarketId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { PricePoint } from '@halyard/contract/options/rules';
import { DAY_MS } from '@halyard/contract/time';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** A series in which positions were opened. */
export type Cursor = {
  readonly marketId: MarketId;
  readonly seriesId: number;
  /** The last processed tick. */
  readonly mark: PricePoint;
  /** The last midnight that all positions in the series were charged for. */
  readonly overnightAt: string | null;
  /**
   * The market follows another series now, or its feed has ended: after the last tick everything in the series ends.
   */
  readonly isOver: boolean;
};

/** A tick of a market that may have open positions. */
export type MarketTick = { readonly marketId: MarketId; readonly seriesId: number; readonly tick: PricePoint };

/** The most ticks that one transaction processes. */
const TICKS_AT_ONCE = 5000;

/** Whether the rules have nothing to do; in that case cursors are moved over ticks that touch nothing. */
export async function skipQuietTicks(tx: Reader): Promise<boolean> {
  const [row] = await rowsOf<{ quiet: boolean }>(tx, sql`select futures_sweep() as quiet`, 'futures_sweep');
  return row?.quiet === true;
}

/** All cursors. */
export async function readCursors(reader: Reader): Promise<Cursor[]> {
  const rows = await rowsOf<{
    market_id: number;
    series_id: number;
    seq: string;
    at: string;
    price: string;
    overnight_at: string | null;
    is_over: boolean;
  }>(
    reader,
    sql`select s.market_id, k.series_id, k.seq::text as seq, ${isoText(sql`k.at`)} as at, k.price::text as price,
        ${isoText(sql`k.overnight_at`)} as overnight_at,
        r.is_whole and (m.series_id is distinct from k.series_id or m.status = 'feed-ended') as is_over
      from futures_cursors k join futures_reach r on r.series_id = k.series_id
        join price_series s on s.id = k.series_id join markets m on m.id = s.market_id
      order by s.market_id, k.series_id`,
  );
  return rows.map((row) => ({
    marketId: row.market_id as MarketId,
    seriesId: row.series_id,
    mark: { seq: Number(row.seq), at: row.at, price: decimal(row.price) },
    overnightAt: row.overnight_at,
    isOver: row.is_over,
  }));
}

/**
 * Ticks that no position has seen and that positions may be advanced to, of all markets by time, at one time by market.
 * There are no gaps within a market.
 */
export async function readFreshTicks(reader: Reader): Promise<MarketTick[]> {
  const rows = await rowsOf<{ market_id: number; series_id: number; seq: string; at: string; price: string }>(
    reader,
    sql`select s.market_id, k.series_id, t.seq::text as seq, ${isoText(sql`t.at`)} as at, t.price::text as price
      from futures_cursors k join price_series s on s.id = k.series_id join futures_reach r on r.series_id = k.series_id
      join lateral (
        select seq, at, price from ticks where series_id = k.series_id and seq > k.seq and seq <= r.seq order by seq limit ${TICKS_AT_ONCE}
      ) t on true
      order by t.at, s.market_id, k.series_id, t.seq limit ${TICKS_AT_ONCE}`,
  );
  return rows.map((row) => ({
    marketId: row.market_id as MarketId,
    seriesId: row.series_id,
    tick: { seq: Number(row.seq), at: row.at, price: decimal(row.price) },
  }));
}

/** Midnights (UTC) after one instant, up to and including another. */
export function midnightsBetween(after: string, until: string): string[] {
  const first = Math.floor(Date.parse(after) / DAY_MS) + 1;
  const last = Math.floor(Date.parse(until) / DAY_MS);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, day) =>
    new Date((first + day) * DAY_MS).toISOString(),
  );
}

/** The midnight after an instant. */
export function nextMidnight(atMs: number): string {
  return new Date((Math.floor(atMs / DAY_MS) + 1) * DAY_MS).toISOString();
}

/** The last ticks by market. Nothing opens in a market's newer series before everything in the older one has ended. */
export function marksOf(cursors: readonly Cursor[]): Map<MarketId, PricePoint> {
  return new Map(cursors.map(({ marketId, mark }) => [marketId, mark]));
}

/** Moves cursors to the last of these ticks in each series. */
export async function moveCursors(tx: Transaction, ticks: readonly MarketTick[]): Promise<void> {
  const last = new Map(ticks.map((one) => [one.seriesId, one]));
  const rows = [...last.values()].map(({ seriesId, tick }) => ({ series_id: seriesId, ...tick }));
  await tx.execute(
    sql`update futures_cursors k set seq = n.seq, at = n.at, price = n.price
      from jsonb_populate_recordset(null::futures_cursors, ${JSON.stringify(rows)}::text::jsonb) n
      where k.series_id = n.series_id`,
  );
}

/** Records that all positions in a series were charged for a midnight. */
export async function recordOvernight(tx: Transaction, seriesId: number, midnight: string): Promise<void> {
  await tx.execute(
    sql`update futures_cursors set overnight_at = ${midnight}::timestamptz where series_id = ${seriesId}`,
  );
}

/**
 * Creates the cursor of a series in which a position is about to open, at the last usable tick; an existing one stays.
 */
export async function ensureCursor(tx: Transaction, seriesId: number): Promise<void> {
  await tx.execute(
    sql`insert into futures_cursors (series_id, seq, at, price)
      select t.series_id, t.seq, t.at, t.price from futures_reach r join ticks t on t.series_id = r.series_id and t.seq = r.seq
      where r.series_id = ${seriesId} on conflict (series_id) do nothing`,
  );
}
