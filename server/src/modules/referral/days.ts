/** The calendar of rebates: UTC days, when they are closed, and when they are paid. */
import { DAY_MS } from '../../durations.ts';

/** A UTC date: `2026-11-25`. */
export type Day = string;

// Transactions from before midnight have ended by then.
const CLOSED_AFTER_MS = 5 * 60_000;
const PAID_AFTER_MS = 10 * 60_000;

/** The UTC day of an instant. */
export function dayOf(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The first instant of a day. */
export function startOf(day: Day): number {
  return Date.parse(day);
}

/** The following day. */
export function dayAfter(day: Day): Day {
  return dayOf(startOf(day) + DAY_MS);
}

/** The first day that cannot be closed yet. */
export function firstOpenDay(nowMs: number): Day {
  return dayOf(nowMs - CLOSED_AFTER_MS);
}

/** When the next day is closed. */
export function nextClosingMs(nowMs: number): number {
  return startOf(dayAfter(firstOpenDay(nowMs))) + CLOSED_AFTER_MS;
}

/** The first day whose rebates cannot be paid yet. */
export function firstUnpaidDay(nowMs: number): Day {
  return dayOf(nowMs - PAID_AFTER_MS);
}

/** When the rebates of a day are paid. */
export function paymentMs(day: Day): number {
  return startOf(dayAfter(day)) + PAID_AFTER_MS;
}

/** The next payment of rebates. */
export function nextPaymentMs(nowMs: number): number {
  return paymentMs(firstUnpaidDay(nowMs));
}
