/** Schedules in the device's time zone: they are fixed in UTC, and shown and chosen as local days and times. */
import { DAYS_OF, nextDateMs, shiftDay, type Interval, type Schedule } from '@halyard/contract/convert/schedule';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/contract/time';
import { timeOfDay } from '../../../shared/format/timeOfDay.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';

/** The choice of the user: a local day, and an hour of UTC that is offered by its local time. */
export type LocalSchedule = { readonly every: Interval; readonly day: number; readonly hour: number };

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The local time that a new plan begins with. */
const USUAL = '09:00';

/** The server's time, to the minute. */
export function useNowMs(): number {
  return useEachSecond((deviceMs) => Math.floor(serverTimeMs(deviceMs) / MINUTE_MS) * MINUTE_MS);
}

/** Days from which a schedule chooses. */
export const daysOf = (every: Interval) => Array.from({ length: DAYS_OF[every] }, (_, index) => index + 1);

/** The hours of UTC with their local times now, from midnight on. */
export function hoursOf(nowMs: number): readonly { readonly hour: number; readonly time: string }[] {
  const midnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return HOURS.map((hour) => ({ hour, time: timeOfDay(midnightMs + hour * HOUR_MS, 'minute') })).toSorted((a, b) =>
    a.time.localeCompare(b.time),
  );
}

/** The hour that a new plan begins with: the first from nine in the morning on. */
export function usualHour(nowMs: number): number {
  return hoursOf(nowMs).find(({ time }) => time >= USUAL)?.hour ?? 0;
}

/** The schedule in UTC. */
export function toSchedule({ every, day, hour }: LocalSchedule, nowMs: number): Schedule {
  if (every === 'day') return { every, day: null, hour };
  return { every, day: shiftDay(every, day, -dayShift(dateAt(hour, nowMs))), hour };
}

/** The schedule as it is shown: its local day, and its local time at the next date. */
export function shownSchedule(schedule: Schedule, nowMs: number) {
  const { every, day, hour } = schedule;
  const atMs = nextDateMs(schedule, nowMs);
  return {
    every,
    day: day === null ? 0 : shiftDay(every, day, dayShift(dateAt(hour, nowMs))),
    time: timeOfDay(atMs, 'minute'),
  };
}

/** The next dates of a schedule. */
export function nextDates(schedule: Schedule, nowMs: number, count: number): readonly number[] {
  const dates: number[] = [];
  for (let at = nowMs; dates.length < count;) dates.push((at = nextDateMs(schedule, at)));
  return dates;
}

const dateAt = (hour: number, nowMs: number) => nextDateMs({ every: 'day', day: null, hour }, nowMs);

/** Days by which the local date is ahead of that of UTC. */
function dayShift(atMs: number): number {
  const at = new Date(atMs);
  const local = Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
  return Math.round((local - Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())) / DAY_MS);
}
