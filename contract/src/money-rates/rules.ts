/** Rates that operators set by days: what one USDT is worth in money of states, and how long that may be said. */
import { compare, decimal, divide, type Decimal } from '../money/money.ts';

/** A rate is used on its day and so many days (UTC) after it. */
export const RATE_DAYS_MAX = 7;

/** What one USDT was worth on a day (UTC, `YYYY-MM-DD`). */
export type MoneyRate = { readonly currency: string; readonly perUsdt: Decimal; readonly day: string };

const DAY_MS = 86_400_000;
const LEAP = decimal('1.5');

/** Whether a rate is too old to be used; one of a day that is still to come is not. */
export function isRateOld({ day }: Pick<MoneyRate, 'day'>, nowMs: number): boolean {
  return nowMs - Date.parse(day) >= (RATE_DAYS_MAX + 1) * DAY_MS;
}

/** Whether two rates lie further apart than money moves: a slip of the hand, most likely. */
export function isRateLeap(before: Decimal, after: Decimal): boolean {
  const [least, most] = compare(before, after) < 0 ? [before, after] : [after, before];
  return compare(divide(most, least, 4, 'down'), LEAP) >= 0;
}
