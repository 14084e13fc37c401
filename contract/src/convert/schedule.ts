/** Dates of recurring buys (docs/product.md 1.9), all full hours of UTC; server and client use these rules. */
import { DAY_MS, HOUR_MS } from '../time.ts';

export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** When a plan buys, in UTC. */
export type Schedule = {
  readonly every: Interval;
  /** Of a week from 1 (Monday) to 7; of a month from 1 to 31, the last day where a month is shorter; null every day. */
  readonly day: number | null;
  /** From 0 to 23. */
  readonly hour: number;
};

/** Days from which a schedule chooses; 0 where there is no choice. */
export const DAYS_OF: Readonly<Record<Interval, number>> = { day: 0, week: 7, month: 31 };
const HOURS = 24;

/** Whether day and hour are those of the interval. */
export function isSchedule({ every, day, hour }: Schedule): boolean {
  const isHour = Number.isInteger(hour) && hour >= 0 && hour < HOURS;
  if (every === 'day' || day === null) return isHour && every === 'day' && day === null;
  return isHour && Number.isInteger(day) && day >= 1 && day <= DAYS_OF[every];
}

/** The first date after an instant, in milliseconds. */
export function nextDateMs(schedule: Schedule, afterMs: number): number {
  const after = new Date(afterMs);
  const [year, month, date] = [after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate()];
  if (schedule.every === 'month') {
    const ofMonth = monthDateMs(schedule, year, month);
    return ofMonth > afterMs ? ofMonth : monthDateMs(schedule, year, month + 1);
  }
  const today = Date.UTC(year, month, date) + schedule.hour * HOUR_MS;
  if (schedule.every === 'day') return today > afterMs ? today : today + DAY_MS;
  const days = ((schedule.day ?? 1) - after.getUTCDay() + 7) % 7;
  const ofWeek = today + days * DAY_MS;
  return ofWeek > afterMs ? ofWeek : ofWeek + 7 * DAY_MS;
}

/** All dates from a date of the schedule until an instant, the oldest first; at least that date. */
export function datesUntil(schedule: Schedule, firstMs: number, untilMs: number): readonly number[] {
  const dates = [firstMs];
  for (let at = nextDateMs(schedule, firstMs); at <= untilMs; at = nextDateMs(schedule, at)) dates.push(at);
  return dates;
}

/** The date of a schedule in a month; `month` from 0, and 12 is January of the next year. */
function monthDateMs({ day, hour }: Schedule, year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day ?? 1, last)) + hour * HOUR_MS;
}

/**
 * A day of the week or month, moved by whole days: the UTC day of a local day, or the local day of a UTC day. The last
 * day of a month and the first one are neighbours.
 */
export function shiftDay(every: Interval, day: number, by: number): number {
  const days = DAYS_OF[every];
  return days === 0 ? day : ((((day - 1 + by) % days) + days) % days) + 1;
}
