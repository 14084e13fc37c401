import { formatMoment } from '../format/dates.ts';
import type { ChartPeriod } from './setup.ts';
import { zoneOf } from './timeScale.ts';

/** Opening time of a candle, at the precision of its period. */
export function momentOf(openedAtMs: number, period: ChartPeriod, locale: string): string {
  if (period === '1s') return formatMoment(openedAtMs, locale, 'second');
  const zone = zoneOf(period);
  return formatMoment(openedAtMs, locale, zone === 'utc' ? 'date' : 'dayMinute', zone);
}
