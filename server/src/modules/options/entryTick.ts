/**
 * The entry tick of an option: the first one at or after its request plus the entry delay of the terms (under
 * `option/1` the last one before the request), so that neither load nor waiting for a lock
 * changes it. A purchase waits for it before it takes any lock.
 */
import { sql } from 'drizzle-orm';
import { decimal } from '@halyard/contract/money';
import { ENTRY_TICK_WITHIN_MS, FRESH_PRICE_MS, type PricePoint } from '@halyard/contract/options/rules';
import { BusinessError } from '../../calls/callHandler.ts';
import { passes } from '../../clock.ts';
import { isoText, rowsOf, type Reader } from '../../db/database.ts';
import type { Order } from './currentTerms.ts';

const POLL_MS = 50;

/**
 * Resolves when the opening tick of an order has arrived, or {@link ENTRY_TICK_WITHIN_MS} after its earliest time.
 * Immediately when the terms open at the last tick, and when prices are too old for a purchase.
 */
export async function untilEntryTick(reader: Reader, order: Order, pause: typeof passes = passes): Promise<void> {
  const fromMs = entryFromMs(order);
  if (fromMs === undefined || !isFresh(order, order.atMs)) return;
  const limit = AbortSignal.timeout(fromMs - order.atMs + ENTRY_TICK_WITHIN_MS);
  while ((await readEntryTick(reader, order)) === undefined) if (!(await pause(POLL_MS, limit))) return;
}

/** The order at the instant of its request, which is before the locks were taken. */
export function atInstant(order: Order, atMs: number): Order {
  return order.version.entryDelays === undefined ? order : { ...order, atMs };
}

/** The opening tick of an order, decided at `nowMs`. Throws `BusinessError`: PRICE_STALE. */
export async function requireOpenTick(reader: Reader, order: Order, nowMs: number): Promise<PricePoint> {
  const { reference } = order.market;
  // A purchase that was delayed longer would not be in the public log in time.
  const isInTime = nowMs - order.atMs <= FRESH_PRICE_MS;
  const isLast = entryFromMs(order) === undefined;
  const open = isLast ? reference : await readEntryTick(reader, order);
  if (open === undefined || !isInTime || !isFresh(order, nowMs)) throw new BusinessError('PRICE_STALE');
  return open;
}

function isFresh({ market: { reference } }: Order, atMs: number): boolean {
  return reference !== undefined && atMs - Date.parse(reference.at) <= FRESH_PRICE_MS;
}

/** The earliest time of the opening tick; undefined when the order opens at the last tick before it. */
function entryFromMs({ atMs, version, market }: Order): number | undefined {
  const delayMs = version.entryDelays?.[market.source];
  return delayMs === undefined ? undefined : atMs + delayMs;
}

async function readEntryTick(reader: Reader, order: Order): Promise<PricePoint | undefined> {
  const fromMs = entryFromMs(order);
  if (fromMs === undefined) return undefined;
  const [row] = await rowsOf<{ seq: string; at: string; price: string }>(
    reader,
    sql`select seq::text as seq, ${isoText(sql`at`)} as at, price::text as price from (
        select t.seq, t.at, t.price from ticks t
        where t.series_id = ${order.market.seriesId}
          and t.seq > tick_before(${order.market.seriesId}, ${isoOf(fromMs)}::timestamptz)
        order by t.seq limit 1
      ) reached where at <= ${isoOf(fromMs + ENTRY_TICK_WITHIN_MS)}::timestamptz`,
  );
  return row && { seq: Number(row.seq), at: row.at, price: decimal(row.price) };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
