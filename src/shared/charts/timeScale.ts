/** Marks of the time axis. They belong to the candles that begin a round hour, day or month, so they move with them. */
import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '@halyard/contract/time';
import { formatMoment, type MomentStyle } from '../format/dates.ts';
import type { Zone } from '../format/timeOfDay.ts';
import type { ChartPeriod } from './chartSettings.ts';

/** The mark of a candle. */
export type TimeMark = { readonly index: number; readonly label: string };

/** Duration of a candle. */
export const PERIOD_MS: Readonly<Record<ChartPeriod, number>> = {
  '1s': SECOND_MS,
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': HOUR_MS,
  '4hour': 4 * HOUR_MS,
  '12hour': 12 * HOUR_MS,
  '1day': DAY_MS,
  '1week': 7 * DAY_MS,
  '1mon': 30 * DAY_MS,
};

/** Minimum distance between marks. */
const SPACING_PX = 76;

/**
 * A step of the axis: its approximate length, and the number of the step that contains a moment (in the zone of the
 * axis).
 */
type Step = { readonly lengthMs: number; readonly numberOf: (wallMs: number) => number };

const even = (lengthMs: number, offsetMs = 0): Step => ({
  lengthMs,
  numberOf: (wallMs) => Math.floor((wallMs - offsetMs) / lengthMs),
});
const months = (count: number): Step => ({
  lengthMs: count * 30 * DAY_MS,
  numberOf: (wallMs) => {
    const date = new Date(wallMs);
    return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / count);
  },
});
// The first Monday after 1 January 1970, a Thursday.
const MONDAY_MS = 4 * DAY_MS;

const SECONDS = [5, 15, 30].map((count) => even(count * SECOND_MS));
const MINUTES = [1, 2, 5, 10, 15, 30].map((count) => even(count * MINUTE_MS));
const HOURS = [1, 2, 3, 4, 6, 12].map((count) => even(count * HOUR_MS));
const DAYS = [even(DAY_MS), even(2 * DAY_MS), even(7 * DAY_MS, MONDAY_MS)];
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120].map((count) => months(count));
const STEPS: readonly Step[] = [...SECONDS, ...MINUTES, ...HOURS, ...DAYS, ...MONTHS];
const LONGEST = months(240);

/** Hours and minutes are in the user's zone; days, weeks and months are the server's, which counts them in UTC. */
function zoneOf(period: ChartPeriod): Zone {
  return PERIOD_MS[period] < DAY_MS ? 'local' : 'utc';
}

type Axis = { readonly period: ChartPeriod; readonly locale: string; readonly stepPx: number };
type Span = readonly [number, number];

/** Marks of the candles from `start` (inclusive) to `end` (exclusive). */
export function timeMarks(openedAtMs: ArrayLike<number>, [start, end]: Span, axis: Axis): TimeMark[] {
  const zone = zoneOf(axis.period);
  const step = stepOf(axis);
  const marks: TimeMark[] = [];
  if (start >= end) return marks;
  let before = wallClock(openedAtMs[Math.max(0, start - 1)] ?? 0, zone);
  for (let index = Math.max(1, start); index < end; index += 1) {
    const at = wallClock(openedAtMs[index] ?? 0, zone);
    if (step.numberOf(before) !== step.numberOf(at)) {
      marks.push({ index, label: formatMoment(openedAtMs[index] ?? 0, axis.locale, styleOf(before, at, step), zone) });
    }
    before = at;
  }
  return marks;
}

function stepOf({ period, stepPx }: Axis): Step {
  const candlesApart = SPACING_PX / stepPx;
  return STEPS.find(({ lengthMs }) => lengthMs / PERIOD_MS[period] >= candlesApart) ?? LONGEST;
}

/**
 * `timeMarks` for consecutive pictures: marks are computed for more than the visible range and reused while they are
 * valid.
 */
export function createTimeMarks(): typeof timeMarks {
  let marks: TimeMark[] = [];
  let [from, to] = [0, 0];
  let reason: readonly unknown[] = [];
  return (openedAtMs, [start, end], axis) => {
    const { length } = openedAtMs;
    const now = [stepOf(axis), axis.period, axis.locale, length, openedAtMs[0]];
    if (start < from || end > to || now.some((part, place) => part !== reason[place])) {
      const ahead = end - start;
      [from, to] = [Math.max(0, start - ahead), Math.min(length, end + ahead)];
      marks = timeMarks(openedAtMs, [from, to], axis);
      reason = now;
    }
    return marks.filter(({ index }) => index >= start && index < end);
  };
}

/** A moment shifted as if its wall clock were UTC, so that whole hours and days can be counted. */
function wallClock(atMs: number, zone: Zone): number {
  return zone === 'utc' ? atMs : atMs - new Date(atMs).getTimezoneOffset() * MINUTE_MS;
}

/** The largest unit that began between two candles names the mark. */
function styleOf(before: number, at: number, { lengthMs }: Step): MomentStyle {
  const [was, is] = [new Date(before), new Date(at)];
  if (was.getUTCFullYear() !== is.getUTCFullYear()) return 'year';
  if (was.getUTCMonth() !== is.getUTCMonth()) return 'month';
  if (was.getUTCDate() !== is.getUTCDate()) return 'day';
  return lengthMs < MINUTE_MS ? 'second' : 'minute';
}

/** Opening time of a candle, at the precision of its period. */
export function momentOf(openedAtMs: number, period: ChartPeriod, locale: string): string {
  if (period === '1s') return formatMoment(openedAtMs, locale, 'second');
  const zone = zoneOf(period);
  return formatMoment(openedAtMs, locale, zone === 'utc' ? 'date' : 'dayMinute', zone);
}
