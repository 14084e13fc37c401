/**
 * The chance that a simulated price ends within a band around its start: from the published model
 * (`simulatedModel.ts`), on the steps of the market's price. Only `+ - * /`, comparisons and `Math.sqrt`, so that every
 * engine computes the same chance. docs/adr/0035-even-by-its-chance.md explains the method.
 */
import { fromModelNumber, multiply, toModelNumber, decimal, type Decimal } from '../money/money.ts';
import { ln, powerOf, times, turn, type Complex } from '../money/portableMath.ts';
import { COIN_MODELS, TICK_MS, tickDeviation } from '../market/simulatedModel.ts';

/** Inputs of the chance. */
export type EvenModel = {
  /** `BTC/USDT`. */
  readonly symbol: string;
  /** Decimal places of the market's price. */
  readonly pricePlaces: number;
  /** The entry price. */
  readonly price: Decimal;
  /** Ticks from the entry to the settlement, one a second. */
  readonly ticks: number;
  /** The largest distance that still wins: a multiple of the price's step. */
  readonly band: Decimal;
};

/** The distribution of one tick's move, in steps of the price: `chances[0]` is that of `from` steps. */
type Kernel = { readonly from: number; readonly chances: readonly number[]; readonly variance: number };

/** Decimal places of the chance in percent. */
export const EVEN_CHANCE_PLACES = 8;

/** The noise is the sum of twelve uniform numbers: it is between -6 and 6. */
const UNIFORMS = 12;
const NOISE_MAX = 6;
const NEGLIGIBLE = 1e-16;
/** Beyond this many deviations and steps the chances are below the precision of the result. */
const REACH = { deviations: 9, steps: 20 } as const;
// Every node quotes the newest price of some markets, again and again until the next tick.
const CACHED = 64;

const cachedKernels = new Map<string, Kernel>();
const cachedChances = new Map<string, Decimal>();

/** The chance in percent; undefined where no model is published. */
export function evenChance(model: EvenModel): Decimal | undefined {
  const { symbol, pricePlaces, price, ticks, band } = model;
  if (!COIN_MODELS.has(symbol)) return undefined;
  return cached(cachedChances, `${symbol} ${pricePlaces} ${price} ${ticks} ${band}`, () =>
    fromModelNumber(100 * chanceWithin(kernelOf(model), ticks, stepsOf(band, pricePlaces)), EVEN_CHANCE_PLACES),
  );
}

/** The chance of each distance from `-most` to `most` steps, for tests of the model. */
export function evenDistribution(model: Omit<EvenModel, 'band'>, most: number): readonly number[] {
  const within = Array.from({ length: 2 * most + 1 }, () => 0);
  forEachFrequency(kernelOf(model), model.ticks, most, (share, angle, weight) => {
    for (let distance = -most; distance <= most; distance += 1) {
      const back = turn((angle * distance) % TURN);
      within[distance + most] = (within[distance + most] ?? 0) + weight * (share.re * back.re + share.im * back.im);
    }
  });
  return within;
}

/**
 * Ticks between entry and settlement: simulated prices have one each second, so it is the first whole number of seconds
 * that reaches the expiry.
 */
export function ticksBetween(openMs: number, dueMs: number): number {
  return Math.ceil((dueMs - openMs) / TICK_MS);
}

/** A price, or a distance of prices, in steps of the market. */
export function stepsOf(price: Decimal, places: number): number {
  return toModelNumber(multiply(price, decimal(`1${'0'.repeat(places)}`)));
}

/** The kernel of a tick at the model's price: the noise's distribution between the bounds of each rounded price. */
function kernelOf({ symbol, pricePlaces, price }: Omit<EvenModel, 'band' | 'ticks'>): Kernel {
  return cached(cachedKernels, `${symbol} ${pricePlaces} ${price}`, () => {
    const coin = COIN_MODELS.get(symbol);
    if (coin === undefined) throw new RangeError(`no model of ${symbol} is published`);
    return makeKernel(stepsOf(price, pricePlaces), tickDeviation(coin));
  });
}

function makeKernel(start: number, deviation: number): Kernel {
  const noiseAt = (steps: number) => (ln((start + steps) / start) + (deviation * deviation) / 2) / deviation;
  const reach = Math.floor(start * deviation * (NOISE_MAX + 1)) + 1;
  const chances: number[] = [];
  let variance = 0;
  let below = noiseBelow(noiseAt(-reach - 0.5));
  for (let steps = -reach; steps <= reach; steps += 1) {
    const upTo = noiseBelow(noiseAt(steps + 0.5));
    chances.push(upTo - below);
    variance += (upTo - below) * steps * steps;
    below = upTo;
  }
  return { from: -reach, chances, variance };
}

const FACTORIAL_OF_12 = 479_001_600;
const WAYS = [1, 12, 66, 220, 495, 792, 924] as const;

/** The chance that the sum of twelve uniform numbers, less 6, is below `noise` (Irwin and Hall). */
function noiseBelow(noise: number): number {
  if (noise <= -NOISE_MAX) return 0;
  if (noise >= NOISE_MAX) return 1;
  // The tails are symmetric, and the sum is exact to the last digits only in the lower one.
  if (noise > 0) return 1 - noiseBelow(-noise);
  let sum = 0;
  for (const [uniforms, ways] of WAYS.entries()) {
    const over = noise + NOISE_MAX - uniforms;
    if (over <= 0) break;
    let power = 1;
    for (let factor = 0; factor < UNIFORMS; factor += 1) power *= over;
    sum += uniforms % 2 === 0 ? ways * power : -ways * power;
  }
  return sum / FACTORIAL_OF_12;
}

const TURN = 2 * Math.PI;

function chanceWithin(kernel: Kernel, ticks: number, most: number): number {
  let chance = 0;
  forEachFrequency(kernel, ticks, most, (share, angle, weight) => {
    // The sum of cos(angle * distance) over the band.
    const within = angle === 0 ? 2 * most + 1 : sineOf(angle * (most + 0.5)) / sineOf(angle / 2);
    chance += weight * share.re * within;
  });
  return Math.min(1, Math.max(0, chance));
}

function sineOf(angle: number): number {
  return turn(angle % TURN).im;
}

/**
 * Convolves the kernel with itself `ticks` times, which at each frequency is a power. `visit` gets the power, the angle
 * of one step, and its weight in the sum that leads back. The circle of frequencies is so wide that the part outside of
 * it is {@link NEGLIGIBLE}.
 */
function forEachFrequency(
  kernel: Kernel,
  ticks: number,
  most: number,
  visit: (share: Complex, angle: number, weight: number) => void,
): void {
  const deviation = Math.sqrt(kernel.variance * ticks);
  const half = most + Math.ceil(REACH.deviations * deviation) + REACH.steps;
  const places = 2 * half + 1;
  visit({ re: 1, im: 0 }, 0, 1 / places);
  for (let frequency = 1; frequency <= half; frequency += 1) {
    const angle = (TURN * frequency) / places;
    const share = powerOf(transformOf(kernel, angle), ticks);
    visit(share, angle, 2 / places);
    if (share.re * share.re + share.im * share.im < NEGLIGIBLE * NEGLIGIBLE) return;
  }
}

/** The kernel's Fourier sum at an angle. */
function transformOf({ from, chances }: Kernel, angle: number): Complex {
  const step = turn(angle);
  const start = turn((angle * -from) % TURN);
  let place: Complex = { re: start.re, im: -start.im };
  let [re, im] = [0, 0];
  for (const chance of chances) {
    re += chance * place.re;
    im += chance * place.im;
    place = times(place, step);
  }
  return { re, im };
}

function cached<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = make();
  const [oldest] = values.keys();
  if (values.size >= CACHED && oldest !== undefined) values.delete(oldest);
  values.set(key, value);
  return value;
}
