/** Moments as people of a locale write them: 24 hours, the Gregorian calendar. Instants are milliseconds since 1970, UTC. */
import { cached } from './cached.ts';

const dateFormat = cached((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const STYLES = {
  /** 16 Mar */
  day: { day: 'numeric', month: 'short' },
  /** Mar 2023 */
  month: { month: 'short', year: 'numeric' },
  /** 2023 */
  year: { year: 'numeric' },
  /** 16 Mar 2023 */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 16 Mar, 14:00 */
  dayMinute: { day: 'numeric', month: 'short', ...CLOCK },
  /** 16 Mar 2023, 14:00 */
  dateMinute: { day: 'numeric', month: 'short', year: 'numeric', ...CLOCK },
  /** 16 Mar 2023, 14:00:31 */
  dateSecond: { day: 'numeric', month: 'short', year: 'numeric', ...CLOCK, second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Times of day, and how many of their parts are shown: 14:00 and 14:00:31. */
const TIMES = { minute: 2, second: 3 } as const;

export type MomentStyle = keyof typeof STYLES | keyof typeof TIMES;
/** `local`: the device's time zone. `utc`: for what the exchange counts by, such as candles of a day and more. */
export type Zone = 'local' | 'utc';

/** A moment in words and figures; the device's time zone unless said otherwise. */
export function formatMoment(atMs: number, locale: string, style: MomentStyle, zone: Zone = 'local'): string {
  if (style === 'minute' || style === 'second') return timeText(new Date(atMs), TIMES[style], zone);
  const options = zone === 'utc' ? { ...STYLES[style], timeZone: 'UTC' } : STYLES[style];
  return dateFormat(locale, options).format(atMs);
}

/** All our locales write a time of day alike. The tape shows thirty a second, and the first format that `Intl` makes takes a phone 60 ms. */
function timeText(at: Date, partCount: number, zone: Zone): string {
  const parts =
    zone === 'utc'
      ? [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
      : [at.getHours(), at.getMinutes(), at.getSeconds()];
  return parts
    .slice(0, partCount)
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
