/** Which candles bear the marks of the time axis: those that begin a round hour, day or month, so that marks travel with their candles. */
import type { Period } from '@halyard/contract/calls/markets';
import { formatMoment, type MomentStyle, type Zone } from '../format/dates.ts';

/** The mark of a candle. */
export type TimeMark = { readonly index: number; readonly label: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const PERIOD_MS: Readonly<Record<Period, number>> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '30min': 30 * MINUTE_MS,
  '60min': HOUR_MS,
  '1day': DAY_MS,
  '1week': 7 * DAY_MS,
  '1mon': 30 * DAY_MS,
};

/** How far marks are at least apart. */
const SPACING_PX = 76;

/** A step of the axis: how long it is about, and the number of the step that a moment falls into (in the zone of the axis). */
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

const MINUTES = [1, 2, 5, 10, 15, 30].map((count) => even(count * MINUTE_MS));
const HOURS = [1, 2, 3, 4, 6, 12].map((count) => even(count * HOUR_MS));
const DAYS = [even(DAY_MS), even(2 * DAY_MS), even(7 * DAY_MS, MONDAY_MS)];
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120].map((count) => months(count));
const STEPS: readonly Step[] = [...MINUTES, ...HOURS, ...DAYS, ...MONTHS];
const LONGEST = months(240);

/** Hours and minutes are the reader's; days, weeks and months are the exchange's, which counts them in UTC. */
export function zoneOf(period: Period): Zone {
  return PERIOD_MS[period] < DAY_MS ? 'local' : 'utc';
}

type Axis = { period: Period; locale: string; stepPx: number };

/** The marks of the candles from `start` to before `end`. */
export function timeMarks(
  openedAtMs: readonly number[],
  [start, end]: readonly [number, number],
  axis: Axis,
): TimeMark[] {
  const zone = zoneOf(axis.period);
  const candlesApart = SPACING_PX / axis.stepPx;
  const step = STEPS.find(({ lengthMs }) => lengthMs / PERIOD_MS[axis.period] >= candlesApart) ?? LONGEST;
  const marks: TimeMark[] = [];
  for (let index = Math.max(1, start); index < end; index += 1) {
    const before = wallClock(openedAtMs[index - 1] ?? 0, zone);
    const at = wallClock(openedAtMs[index] ?? 0, zone);
    if (step.numberOf(before) === step.numberOf(at)) continue;
    marks.push({ index, label: formatMoment(openedAtMs[index] ?? 0, axis.locale, styleOf(before, at), zone) });
  }
  return marks;
}

/** A moment as if its wall clock stood at Greenwich, so that whole hours and days can be counted. */
function wallClock(atMs: number, zone: Zone): number {
  return zone === 'utc' ? atMs : atMs - new Date(atMs).getTimezoneOffset() * MINUTE_MS;
}

/** The largest thing that began between two candles names the mark. */
function styleOf(before: number, at: number): MomentStyle {
  const [was, is] = [new Date(before), new Date(at)];
  if (was.getUTCFullYear() !== is.getUTCFullYear()) return 'year';
  if (was.getUTCMonth() !== is.getUTCMonth()) return 'month';
  return was.getUTCDate() === is.getUTCDate() ? 'minute' : 'day';
}
