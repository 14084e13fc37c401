/** UTC days that jobs close, one after the other. */
import { addDays, dateOf, startOfDate } from '@halyard/contract/time';

// Transactions from before midnight have ended by then.
const CLOSED_AFTER_MS = 5 * 60_000;

/** The first day that cannot be closed yet. */
export function firstOpenDay(nowMs: number): string {
  return dateOf(nowMs - CLOSED_AFTER_MS);
}

/** When the next day can be closed. */
export function nextClosingMs(nowMs: number): number {
  return startOfDate(addDays(firstOpenDay(nowMs), 1)) + CLOSED_AFTER_MS;
}
