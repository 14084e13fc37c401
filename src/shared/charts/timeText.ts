import type { Period } from '@halyard/contract/calls/markets';
import { formatMoment } from '../format/dates.ts';
import { zoneOf } from './timeScale.ts';

/** When a candle opened, as finely as its period needs. */
export function momentOf(openedAtMs: number, period: Period, locale: string): string {
  const zone = zoneOf(period);
  return formatMoment(openedAtMs, locale, zone === 'utc' ? 'date' : 'dayMinute', zone);
}
