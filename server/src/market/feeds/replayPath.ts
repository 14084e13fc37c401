/** Splits a candle into ticks whose fold is exactly that candle. */
import {
  add,
  compare,
  decimal,
  divide,
  max,
  min,
  multiply,
  placesOf,
  round,
  subtract,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import { MINUTE_MS } from '@halyard/contract/time';
import type { NewTick } from '../ticks.ts';
import { randomWords } from './randomness.ts';
import type { FileCandle } from './replayFile.ts';

/** Parameters of a path; the same plan always gives the same ticks. */
export type PathPlan = {
  /** Key of the random words: the digest of the file. */
  readonly key: string;
  /** Number of the candle in the file. */
  readonly row: number;
  /** Number of ticks, at least `PATH_TICKS_MIN`. */
  readonly count: number;
  /** Decimals of the ticks in between; a candle with more decimals keeps its own. */
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
};

/** Open, both extremes, close. */
export const PATH_TICKS_MIN = 4;

const WORDS_PER_TICK = 2;
const WORD_RANGE = 2 ** 32;
const THOUSAND = 1000;
const HALF = decimal('0.5');
// Largest deviation of a tick in between from the straight line, as a share of the candle's height.
const STRAY = decimal('0.3');

/**
 * Ticks of a candle that starts at `startMs`: open first, the extremes in a plausible order, close last, all inside
 * [low, high].
 */
export function candlePath(candle: FileCandle, startMs: number, plan: PathPlan): NewTick[] {
  const words = randomWords(plan.key, String(plan.row), WORDS_PER_TICK * plan.count);
  const prices = pathPrices(candle, plan, words);
  const quantities = pathQuantities(candle, plan, words);
  return prices.map((price, index) => ({
    at: new Date(pathTimeMs(startMs, index, plan.count)).toISOString(),
    price,
    quantity: quantities[index] ?? ZERO,
  }));
}

/** Time of a tick of a path: the ticks are spread evenly over the minute, the first at its start. */
export function pathTimeMs(startMs: number, index: number, count: number): number {
  return startMs + Math.floor((index * MINUTE_MS) / count);
}

function pathPrices(candle: FileCandle, { count, pricePlaces }: PathPlan, words: readonly number[]): Decimal[] {
  const { open, high, low, close } = candle;
  const places = Math.max(pricePlaces, ...[open, high, low, close].map(placesOf));
  const height = subtract(high, low);
  const corners = pathCorners(candle, count, words);
  const prices: Decimal[] = [open];
  for (const [corner, [to, target]] of corners.entries()) {
    const [from, start] = corners[corner - 1] ?? [0, open];
    for (let index = from + 1; index < to; index += 1) {
      const line = add(
        start,
        divide(multiply(subtract(target, start), whole(index - from)), whole(to - from), places + 2, 'half-even'),
      );
      const stray = multiply(multiply(height, STRAY), subtract(fraction(words[index * WORDS_PER_TICK]), HALF));
      prices.push(max(low, min(high, round(add(line, stray), places, 'half-even'))));
    }
    prices.push(target);
  }
  return prices;
}

// A rising candle reaches its low first, a falling one its high: the shorter of the two paths through all four prices.
function pathCorners(
  { open, high, low, close }: FileCandle,
  count: number,
  words: readonly number[],
): [number, Decimal][] {
  const [first, second] = compare(close, open) >= 0 ? [low, high] : [high, low];
  const middle = Math.floor(count / 2);
  const firstIndex = 1 + ((words[0] ?? 0) % (middle - 1));
  const secondIndex = middle + ((words[1] ?? 0) % (count - 1 - middle));
  return [
    [firstIndex, first],
    [secondIndex, second],
    [count - 1, close],
  ];
}

// Every tick but the last is rounded down, so that the remainder for the last is never negative and the sum is exactly
// the candle's volume.
function pathQuantities(
  { volume }: FileCandle,
  { count, quantityPlaces }: PathPlan,
  words: readonly number[],
): Decimal[] {
  const places = Math.max(quantityPlaces, placesOf(volume));
  const weights = Array.from({ length: count }, (_, index) => weightOf(words[index * WORDS_PER_TICK + 1]));
  const total = whole(weights.reduce((sum, weight) => sum + weight, 0));
  const parts = weights.slice(1).map((weight) => divide(multiply(volume, whole(weight)), total, places, 'down'));
  return [...parts, subtract(volume, add(ZERO, ...parts))];
}

// Few large trades among many small ones; never zero, so that the sum of the weights is not zero.
function weightOf(word = 0): number {
  const share = word / WORD_RANGE;
  return 1 + Math.floor(THOUSAND * share ** 3);
}

function fraction(word = 0): Decimal {
  return divide(whole(word), whole(WORD_RANGE), 6, 'down');
}

function whole(count: number): Decimal {
  return decimal(String(count));
}
