/**
 * Density of the simulated feed's ticks: one a second, and in a past without trading fewer the older it is, without
 * gaps in the bars with which a chart opens.
 */
import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '@halyard/contract/time';

// Bars of at least four ticks: 25 hours of minutes, which the time-share chart shows, and 300 bars of every longer
// period up to the day, with which a chart opens: 300 x 15 min are 3.1 days, 300 hours 12.5, 300 x 4 hours 50, 300 x 12
// hours 150, and 60 weeks 420 days. Before that there is still a bar for every day.
const DENSITIES: readonly { readonly ageMaxMs: number; readonly stepMs: number }[] = [
  { ageMaxMs: 2 * MINUTE_MS, stepMs: SECOND_MS },
  { ageMaxMs: 25 * HOUR_MS, stepMs: 15 * SECOND_MS },
  { ageMaxMs: 4 * DAY_MS, stepMs: MINUTE_MS },
  { ageMaxMs: 15 * DAY_MS, stepMs: 5 * MINUTE_MS },
  { ageMaxMs: 52 * DAY_MS, stepMs: HOUR_MS },
  { ageMaxMs: 152 * DAY_MS, stepMs: 3 * HOUR_MS },
  { ageMaxMs: 430 * DAY_MS, stepMs: 6 * HOUR_MS },
  { ageMaxMs: Number.POSITIVE_INFINITY, stepMs: 12 * HOUR_MS },
];

const HISTORY_MONTHS = 61;

/** Range with sparse ticks: instants from `fromMs` on and before `toMs`. Decided once, and stored with the series. */
export type SparsePast = { readonly fromMs: number; readonly toMs: number };

/** The past of a series that begins now: 61 calendar months. */
export function newPast(nowMs: number): SparsePast {
  const now = new Date(nowMs);
  const fromMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - HISTORY_MONTHS, 1);
  return { fromMs, toMs: Math.floor(nowMs / SECOND_MS) * SECOND_MS };
}

/**
 * The sparse range of a series that ends at `atMs`, at the time `nowMs`: a new range only when more than a day and an
 * hour are missing. The first hour and the last day are filled in by the second: that hour settles everything that was
 * open when the feed stopped as if it had continued.
 */
export function pastAfter(past: SparsePast, atMs: number, nowMs: number): SparsePast {
  const gap = { fromMs: atMs + HOUR_MS, toMs: nowMs - DAY_MS };
  return atMs >= past.toMs && gap.fromMs < gap.toMs ? gap : past;
}

/** Instant of the tick after `atMs`. */
export function nextTickMs(atMs: number, { fromMs, toMs }: SparsePast): number {
  const ageMs = atMs < fromMs ? 0 : toMs - atMs;
  const stepMs = DENSITIES.find(({ ageMaxMs }) => ageMs <= ageMaxMs)?.stepMs ?? SECOND_MS;
  // Instants are multiples of the step, so that bars begin with a tick.
  return (Math.floor(atMs / stepMs) + 1) * stepMs;
}
