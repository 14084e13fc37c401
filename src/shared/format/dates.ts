/** Date and time formats of a locale: 24 hours, the Gregorian calendar. Instants are milliseconds since 1970, UTC. */
import { calendarOf, type Calendar } from './calendars.ts';
import { timeOfDay, type TimeStyle, type Zone } from './timeOfDay.ts';

type Style = { readonly date?: keyof Calendar['patterns']; readonly time?: TimeStyle };

const STYLES = {
  /** 16 Mar */
  day: { date: 'day' },
  /** Mar 2023 */
  month: { date: 'month' },
  /** 2023 */
  year: { date: 'year' },
  /** 16 Mar 2023 */
  date: { date: 'date' },
  /** 16 Mar, 14:00 */
  dayMinute: { date: 'day', time: 'minute' },
  /** 16 Mar 2023, 14:00 */
  dateMinute: { date: 'date', time: 'minute' },
  /** 16 Mar 2023, 14:00:31 */
  dateSecond: { date: 'date', time: 'second' },
  /** 14:00 */
  minute: { time: 'minute' },
  /** 14:00:31 */
  second: { time: 'second' },
} as const satisfies Record<string, Style>;

export type MomentStyle = keyof typeof STYLES;

/** A formatted moment; by default in the device's time zone. */
export function formatMoment(atMs: number, locale: string, style: MomentStyle, zone: Zone = 'local'): string {
  const wanted: Style = STYLES[style];
  const time = wanted.time && timeOfDay(atMs, wanted.time, zone);
  if (wanted.date === undefined) return time ?? '';
  const calendar = calendarOf(locale);
  const date = dateText(new Date(atMs), zone, calendar, calendar.patterns[wanted.date]);
  return time === undefined ? date : calendar.join(date, time);
}

function dateText(at: Date, zone: Zone, { months }: Calendar, pattern: string): string {
  const [year, month, day] =
    zone === 'utc'
      ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
      : [at.getFullYear(), at.getMonth(), at.getDate()];
  const words: Record<string, string | undefined> = { D: String(day), M: months[month], Y: String(year) };
  return pattern.replace(/[DMY]/g, (letter) => words[letter] ?? letter);
}
