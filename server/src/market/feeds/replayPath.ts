/** Turns a candle into ticks whose fold is exactly that candle. */
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
import type { NewTick } from '../ticks.ts';
import { randomWords } from './randomness.ts';
import type { FileCandle } from './replayFile.ts';

/** Which path of all that fit: the same plan always gives the same ticks. */
export type PathPlan = {
  /** Key of the random words: the digest of the file. */
  readonly key: string;
  /** Number of the candle in the file. */
  readonly row: number;
  /** How many ticks, at least `PATH_TICKS_MIN`. */
  readonly count: number;
  /** Digits after the point of the ticks in between; a candle that has more keeps its own. */
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
};

/** Open, both extremes, close. */
export const PATH_TICKS_MIN = 4;

const MINUTE_MS = 60_000;
const WORDS_PER_TICK = 2;
const WORD_RANGE = 2 ** 32;
const THOUSAND = 1000;
const HALF = decimal('0.5');
// How far a tick in between may stray from the straight line, as a share of the candle's height.
const STRAY = decimal('0.3');

/**
 * The ticks of a candle that starts at `startMs`: open first, the extremes in a plausible order, close last, all inside
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

/** When a tick of a path is due: the ticks are spread evenly over the minute, the first at its start. */
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

// A candle that rose dipped first, one that fell peaked first: the shorter of the two ways through all four prices.
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

// Every tick but the last is rounded down, so what is left for the last is never negative and the sum is the candle's
// volume to the last digit.
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

// Few large trades among many small ones; never zero, so that the sum of the weights is not.
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
