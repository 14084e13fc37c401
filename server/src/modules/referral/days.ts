/** The calendar of rebates: UTC days, when they are closed, and when they are paid. */
import { addDays, dateOf, startOfDate } from '@halyard/contract/time';

/** A UTC date: `2026-11-25`. */
export type Day = string;

// Transactions from before midnight have ended by then.
const CLOSED_AFTER_MS = 5 * 60_000;
const PAID_AFTER_MS = 10 * 60_000;

/** The first day that cannot be closed yet. */
export function firstOpenDay(nowMs: number): Day {
  return dateOf(nowMs - CLOSED_AFTER_MS);
}

/** When the next day is closed. */
export function nextClosingMs(nowMs: number): number {
  return startOfDate(addDays(firstOpenDay(nowMs), 1)) + CLOSED_AFTER_MS;
}

/** The first day whose rebates cannot be paid yet. */
export function firstUnpaidDay(nowMs: number): Day {
  return dateOf(nowMs - PAID_AFTER_MS);
}

/** When the rebates of a day are paid. */
export function paymentMs(day: Day): number {
  return startOfDate(addDays(day, 1)) + PAID_AFTER_MS;
}

/** The next payment of rebates. */
export function nextPaymentMs(nowMs: number): number {
  return paymentMs(firstUnpaidDay(nowMs));
}
