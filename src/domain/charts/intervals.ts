import type { Period } from '@halyard/contract/market/calls';
import { MINUTE_MS, DAY_MS } from '@halyard/contract/time';

/** Intervals of the K-line. Time-share is the line of 1-minute closes. */
export const INTERVALS = [
  { id: 'line', period: '1min', mode: 'line' },
  { id: '1min', period: '1min', mode: 'candles' },
  { id: '5min', period: '5min', mode: 'candles' },
  { id: '15min', period: '15min', mode: 'candles' },
  { id: '30min', period: '30min', mode: 'candles' },
  { id: '60min', period: '60min', mode: 'candles' },
  { id: '4hour', period: '4hour', mode: 'candles' },
  { id: '12hour', period: '12hour', mode: 'candles' },
  { id: '1day', period: '1day', mode: 'candles' },
  { id: '1week', period: '1week', mode: 'candles' },
  { id: '1mon', period: '1mon', mode: 'candles' },
] as const;

export type Interval = (typeof INTERVALS)[number];
export type IntervalId = Interval['id'];
export const INTERVAL_IDS = INTERVALS.map(({ id }) => id);

/** The default interval. */
export const USUAL_INTERVAL: IntervalId = '5min';

/** The interval of an id. */
export function intervalOf(id: IntervalId): Interval {
  return INTERVALS.find((known) => known.id === id) ?? INTERVALS[0];
}

const LENGTH_MS: Readonly<Record<Exclude<Period, '1mon'>, number>> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': 60 * MINUTE_MS,
  '4hour': 240 * MINUTE_MS,
  '12hour': 720 * MINUTE_MS,
  '1day': DAY_MS,
  '1week': 7 * DAY_MS,
};

/** When a candle that opened at `openedAtMs` closes (UTC calendar). */
export function closesAtMs(period: Period, openedAtMs: number): number {
  if (period !== '1mon') return openedAtMs + LENGTH_MS[period];
  const opened = new Date(openedAtMs);
  return Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth() + 1, 1);
}
