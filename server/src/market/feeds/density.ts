/**
 * How densely the simulated feed says prices: once a second now, and the longer ago the rarer, with no hole in the bars
 * that a chart opens with.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Bars of at least four ticks: a day of minutes, which the time-share chart shows (25 hours), and 300 bars of every
// longer period up to the day, with which a chart opens: 300 x 15 min are 3.1 days, 300 hours 12.5 days, and 60 weeks
// 420 days. Beyond that there is still a bar for every day.
const DENSITIES: readonly { readonly ageMaxMs: number; readonly stepMs: number }[] = [
  { ageMaxMs: 2 * MINUTE, stepMs: SECOND },
  { ageMaxMs: 25 * HOUR, stepMs: 15 * SECOND },
  { ageMaxMs: 4 * DAY, stepMs: MINUTE },
  { ageMaxMs: 15 * DAY, stepMs: 5 * MINUTE },
  { ageMaxMs: 430 * DAY, stepMs: 6 * HOUR },
  { ageMaxMs: Number.POSITIVE_INFINITY, stepMs: 12 * HOUR },
];

const HISTORY_MONTHS = 61;

/** When the history of a new series begins: 61 calendar months ago. */
export function historyStartMs(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - HISTORY_MONTHS, 1);
}

/** The instant of the tick after `atMs` when it is `nowMs`; it may lie in the future. */
export function nextTickMs(atMs: number, nowMs: number): number {
  const ageMs = nowMs - atMs;
  const stepMs = DENSITIES.find(({ ageMaxMs }) => ageMs <= ageMaxMs)?.stepMs ?? SECOND;
  // Instants are multiples of the step, so that bars begin with a tick.
  return (Math.floor(atMs / stepMs) + 1) * stepMs;
}
