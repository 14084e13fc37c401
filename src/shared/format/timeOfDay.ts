/** Times of day, which all our languages write alike: 24 hours, as Intl's `h23`. */

/** `local`: the device's time zone. `utc`: the server's, for candles of a day and more. */
export type Zone = 'local' | 'utc';
/** 14:00 and 14:00:31. */
export type TimeStyle = 'minute' | 'second';

const PART_COUNTS: Readonly<Record<TimeStyle, number>> = { minute: 2, second: 3 };

/** A moment's time of day; `atMs` is milliseconds since 1970, UTC. */
export function timeOfDay(atMs: number, style: TimeStyle, zone: Zone = 'local'): string {
  const at = new Date(atMs);
  const parts =
    zone === 'utc'
      ? [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
      : [at.getHours(), at.getMinutes(), at.getSeconds()];
  return parts
    .slice(0, PART_COUNTS[style])
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
