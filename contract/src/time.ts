/** Durations in milliseconds, and UTC dates as texts `YYYY-MM-DD`. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** The UTC date of an instant in milliseconds. */
export function dateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** The date that many days after a date. */
export function addDays(date: string, days: number): string {
  return dateOf(startOfDate(date) + days * DAY_MS);
}

/** Start of a date: its 00:00 UTC in milliseconds. */
export function startOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}
