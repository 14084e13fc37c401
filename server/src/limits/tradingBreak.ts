/** Breaks from trading products. Nothing ends one early: no call, no command, no review. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { breakRefusal, stopsOnBreak, type TradingBreak } from '@halyard/contract/limits/breakCalls';
import type { LimitedProduct } from '@halyard/contract/limits/calls';
import { refusal, type BusinessError } from '../calls/callHandler.ts';
import { isoText, rowsOf, type Reader } from '../db/database.ts';

/** A purchase at an instant of the exchange's clock. */
type Purchase = { readonly product: LimitedProduct; readonly nowMs: number };

/** The break of a user at an instant. */
export async function readBreak(reader: Reader, userId: UserId, nowMs: number): Promise<TradingBreak> {
  const [row] = await rowsOf<{ until: string | null }>(
    reader,
    sql`select ${isoText(sql`break_until`)} as until from users where id = ${userId}`,
  );
  const until = row?.until ?? null;
  return { until: until === null || Date.parse(until) <= nowMs ? null : until };
}

/** The refusal of a purchase by a break that ends at `untilMs`, if there is one. */
export function refusalOnBreak(
  untilMs: number | null | undefined,
  { product, nowMs }: Purchase,
): BusinessError | undefined {
  if (untilMs == null || untilMs <= nowMs || !stopsOnBreak(product)) return undefined;
  return refusal(breakRefusal(untilMs));
}

/** Throws `BusinessError`: TRADING_BREAK {until}. */
export async function refuseOnBreak(reader: Reader, userId: UserId, purchase: Purchase): Promise<void> {
  const { until } = await readBreak(reader, userId, purchase.nowMs);
  const found = refusalOnBreak(until === null ? null : Date.parse(until), purchase);
  if (found !== undefined) throw found;
}
