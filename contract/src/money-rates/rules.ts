/** Daily rates that operators set for fiat currencies, and how long a rate may be used. */
import { DAY_MS } from '../time.ts';
import { compare, decimal, divide, type Decimal } from '../money/money.ts';

/** A rate is used on its day and for this many days (UTC) after it. */
export const RATE_DAYS_MAX = 7;

/** Units of a currency for one USDT on a day (UTC, `YYYY-MM-DD`). */
export type MoneyRate = { readonly currency: string; readonly perUsdt: Decimal; readonly day: string };

const LEAP = decimal('1.5');

/** Whether a rate is too old to be used; a rate of a future day is not. */
export function isRateOld({ day }: Pick<MoneyRate, 'day'>, nowMs: number): boolean {
  return nowMs - Date.parse(day) >= (RATE_DAYS_MAX + 1) * DAY_MS;
}

/** Whether two rates are further apart than currencies move, which is probably a typing error. */
export function isRateLeap(before: Decimal, after: Decimal): boolean {
  const [least, most] = compare(before, after) < 0 ? [before, after] : [after, before];
  return compare(divide(most, least, 4, 'down'), LEAP) >= 0;
}
