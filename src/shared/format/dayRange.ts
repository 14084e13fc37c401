/** Ranges of days as the server counts them: from midnight to midnight UTC. */
import { dateOf, DAY_MS } from '@halyard/contract/time';

/**
 * All time, the last days including today, or days of the user's choice, either end of which may be open (`''`). Days
 * are `YYYY-MM-DD`.
 */
export type DayRange =
  | { readonly kind: 'all' }
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'days'; readonly from: string; readonly to: string };

/** Bounds of a range in milliseconds: `fromMs` inclusive, `untilMs` exclusive. Missing if open. */
export type RangeBounds = { readonly fromMs?: number; readonly untilMs?: number };

/** All time. */
export const ALL_DAYS: DayRange = { kind: 'all' };

/** Bounds of a range at a moment. An invalid day is open. */
export function boundsOf(range: DayRange, nowMs: number): RangeBounds {
  if (range.kind === 'all') return {};
  if (range.kind === 'last') {
    const todayMs = nowMs - (nowMs % DAY_MS);
    return { fromMs: todayMs - (range.days - 1) * DAY_MS, untilMs: todayMs + DAY_MS };
  }
  const [fromMs, toMs] = [dayStartMs(range.from), dayStartMs(range.to)];
  return { ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { untilMs: toMs + DAY_MS }) };
}

/** Whether the first day of a range is not after its last. */
export function isInOrder({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const [fromMs, toMs] = [dayStartMs(from), dayStartMs(to)];
  return fromMs === undefined || toMs === undefined || fromMs <= toMs;
}

/** Midnight at which a day begins; `undefined` for an invalid day. */
export function dayStartMs(day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const ms = Date.parse(`${day}T00:00:00Z`);
  // Some engines read 31 April as 1 May.
  return Number.isNaN(ms) || dateOf(ms) !== day ? undefined : ms;
}
