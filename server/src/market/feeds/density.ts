/**
 * How densely the simulated feed says prices: once a second, and in a past that nobody traded in the longer ago the
 * rarer, with no hole in the bars that a chart opens with.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Bars of at least four ticks: a day of minutes, which the time-share chart shows (25 hours), and 300 bars of every
// longer period up to the day, with which a chart opens: 300 x 15 min are 3.1 days, 300 hours 12.5, 300 x 4 hours 50,
// 300 x 12 hours 150, and 60 weeks 420 days. Beyond that there is still a bar for every day.
const DENSITIES: readonly { readonly ageMaxMs: number; readonly stepMs: number }[] = [
  { ageMaxMs: 2 * MINUTE, stepMs: SECOND },
  { ageMaxMs: 25 * HOUR, stepMs: 15 * SECOND },
  { ageMaxMs: 4 * DAY, stepMs: MINUTE },
  { ageMaxMs: 15 * DAY, stepMs: 5 * MINUTE },
  { ageMaxMs: 52 * DAY, stepMs: HOUR },
  { ageMaxMs: 152 * DAY, stepMs: 3 * HOUR },
  { ageMaxMs: 430 * DAY, stepMs: 6 * HOUR },
  { ageMaxMs: Number.POSITIVE_INFINITY, stepMs: 12 * HOUR },
];

const HISTORY_MONTHS = 61;

/** Where prices are rare: instants from `fromMs` on and before `toMs`. Decided once, and kept with the series. */
export type SparsePast = { readonly fromMs: number; readonly toMs: number };

/** The past of a series that begins now: 61 calendar months. */
export function newPast(nowMs: number): SparsePast {
  const now = new Date(nowMs);
  const fromMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - HISTORY_MONTHS, 1);
  return { fromMs, toMs: Math.floor(nowMs / SECOND) * SECOND };
}

/**
 * The rare part of the series that ends at `atMs`, when it is `nowMs`: another one only where more than a day and an
 * hour are missing. That hour is filled in by the second, so that whatever was open when the feed stopped ends as it
 * would have; so is the last day.
 */
export function pastAfter(past: SparsePast, atMs: number, nowMs: number): SparsePast {
  const gap = { fromMs: atMs + HOUR, toMs: nowMs - DAY };
  return atMs >= past.toMs && gap.fromMs < gap.toMs ? gap : past;
}

/** The instant of the tick after `atMs`. */
export function nextTickMs(atMs: number, { fromMs, toMs }: SparsePast): number {
  const ageMs = atMs < fromMs ? 0 : toMs - atMs;
  const stepMs = DENSITIES.find(({ ageMaxMs }) => ageMs <= ageMaxMs)?.stepMs ?? SECOND;
  // Instants are multiples of the step, so that bars begin with a tick.
  return (Math.floor(atMs / stepMs) + 1) * stepMs;
}
