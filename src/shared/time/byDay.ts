/** Groups rows of a list by day, in the time zone of the screen. */
import type { Zone } from '../format/timeOfDay.ts';

/** A row; the first one of a day also has the start of the day (Unix milliseconds). */
export type DatedRow<Row> = { readonly id: number | string; readonly row: Row; readonly dayMs: number | undefined };

/** In the given order, which is by time. */
export function byDay<Row extends { readonly id: number | string }>(
  rows: readonly Row[],
  momentOf: (row: Row) => number,
  zone: Zone = 'local',
): readonly DatedRow<Row>[] {
  let lastMs: number | undefined;
  return rows.map((row) => {
    const dayMs = dayOf(momentOf(row), zone);
    const isFirst = dayMs !== lastMs;
    lastMs = dayMs;
    return { id: row.id, row, dayMs: isFirst ? dayMs : undefined };
  });
}

/** Age of a day in days: 0 for today, 1 for yesterday. */
export function daysAgo(dayMs: number, nowMs: number, zone: Zone = 'local'): number {
  // Rounded, because days of a clock change are longer or shorter.
  return Math.round((dayOf(nowMs, zone) - dayMs) / 86_400_000);
}

/** Whether two moments are on the same day. */
export function isSameDay(oneMs: number, otherMs: number, zone: Zone): boolean {
  return dayOf(oneMs, zone) === dayOf(otherMs, zone);
}

function dayOf(atMs: number, zone: Zone): number {
  return zone === 'utc' ? new Date(atMs).setUTCHours(0, 0, 0, 0) : new Date(atMs).setHours(0, 0, 0, 0);
}
