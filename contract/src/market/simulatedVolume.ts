/**
 * Volumes of `schwartz-3` (server/src/market/feeds/README.md). Only arithmetic that every engine computes alike, as in
 * the price model.
 */
import { HOUR_MS, DAY_MS } from '../time.ts';
import { exp } from '../money/portableMath.ts';
import { mixBits } from '../mixBits.ts';

const WORD_RANGE = 4_294_967_296;

// Hundredths of the average: at the hours of a day (UTC), and on the days of a week from Thursday, the weekday of 1970.
const HOURS = [
  88, 86, 80, 74, 70, 68, 70, 78, 88, 94, 96, 98, 104, 124, 148, 150, 142, 128, 116, 108, 104, 102, 98, 86,
] as const;
const WEEKDAYS = [110, 110, 70, 80, 110, 110, 110] as const;
// Calm and busy minutes, quarters of an hour, parts of a day and days: the middles of 16 equal parts of a log-normal
// distribution with deviation 0.4, in hundredths of the average.
const WAVES_MS = [60_000, 900_000, 4 * HOUR_MS, DAY_MS] as const;
const WAVES = [44, 55, 62, 68, 74, 79, 85, 90, 96, 102, 109, 117, 127, 139, 157, 196] as const;

/** Deviation of the logarithm of a tick's own volume; of ticks of an hour and more, which add many trades. */
const [SHORT_DEVIATION, LONG_DEVIATION] = [1.1, 0.4];

/** Inputs of a tick's volume, beside its words. */
export type VolumeStep = {
  readonly atMs: number;
  readonly stepMs: number;
  /** The standard normal number that moves the price. */
  readonly priceNoise: number;
};

/** A tick's volume as a multiple of the average of its time, from four random words. */
export function marketVolume(words: readonly number[], { atMs, stepMs, priceNoise }: VolumeStep): number {
  const level = dayShape(atMs, stepMs) * waves(atMs, stepMs);
  const [first = 0, second = 0, third = 0, fourth = 0] = words;
  const noise = ((first + second + third) / WORD_RANGE - 1.5) * 2;
  if (stepMs >= HOUR_MS) return level * logNormal(LONG_DEVIATION, noise);
  // Larger moves trade more; a few ticks trade much more: Pareto's distribution with exponent 4.
  const move = (1 + (priceNoise < 0 ? -priceNoise : priceNoise)) / 1.8;
  const tail = 0.75 / Math.sqrt(Math.sqrt((fourth + 1) / WORD_RANGE));
  return level * logNormal(SHORT_DEVIATION, noise) * move * tail;
}

/** Of average 1: the mean of e^(d·noise) is that of three uniform numbers between -d and d. */
function logNormal(deviation: number, noise: number): number {
  const mean = (exp(deviation) - exp(-deviation)) / (2 * deviation);
  return exp(deviation * noise) / (mean * mean * mean);
}

/** Hours in straight lines from one to the next, where a tick is shorter; the weekday always. */
function dayShape(atMs: number, stepMs: number): number {
  const day = Math.floor(atMs / DAY_MS);
  const weekday = (WEEKDAYS[day % 7] ?? 100) / 100;
  if (stepMs >= HOUR_MS) return weekday;
  const hours = (atMs - day * DAY_MS) / HOUR_MS;
  const hour = Math.floor(hours);
  const [from, to] = [HOURS[hour] ?? 100, HOURS[(hour + 1) % 24] ?? 100];
  return (weekday * (from + (to - from) * (hours - hour))) / 100;
}

/** The waves that are longer than a tick, the same for all markets. */
function waves(atMs: number, stepMs: number): number {
  let level = 1;
  for (const [place, periodMs] of WAVES_MS.entries()) {
    if (periodMs <= stepMs) continue;
    const drawn = mixBits(mixBits(place + 1) ^ Math.floor(atMs / periodMs)) >>> 28;
    level *= (WAVES[drawn] ?? 100) / 100;
  }
  return level;
}
