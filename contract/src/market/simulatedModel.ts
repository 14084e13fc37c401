/**
 * The price model of the simulated feed (server/src/market/feeds/README.md). Only `+ - * /`, comparisons and
 * `Math.sqrt`, so that every engine computes the same ticks.
 */
import { DAY_MS } from '../time.ts';
import { decimal, fromModelNumber, max, toModelNumber, type Decimal } from '../money/money.ts';
import { exp, ln } from '../money/portableMath.ts';
import { marketVolume } from './simulatedVolume.ts';

/** Parameters of one coin. */
export type CoinModel = {
  /** The price that the history returns to. */
  readonly anchor: Decimal;
  /** Standard deviation of a year's logarithmic return. */
  readonly volatility: number;
  /** Average traded coins a day. */
  readonly dailyVolume: number;
};

/** Round figures close to former prices of these coins; the label SIMULATED marks them as not from a market. */
export const COIN_MODELS: ReadonlyMap<string, CoinModel> = new Map([
  ['BTC/USDT', { anchor: decimal('60000'), volatility: 0.5, dailyVolume: 15_000 }],
  ['ETH/USDT', { anchor: decimal('3000'), volatility: 0.65, dailyVolume: 250_000 }],
  ['LTC/USDT', { anchor: decimal('80'), volatility: 0.7, dailyVolume: 900_000 }],
  ['XRP/USDT', { anchor: decimal('2'), volatility: 0.8, dailyVolume: 60_000_000 }],
  ['SOL/USDT', { anchor: decimal('150'), volatility: 0.85, dailyVolume: 3_000_000 }],
  ['DOGE/USDT', { anchor: decimal('0.15'), volatility: 0.9, dailyVolume: 700_000_000 }],
]);

/** Standard deviation of the logarithm of price over anchor in a long history. */
export const LONG_RUN_DEVIATION = 0.08;

const YEAR_MS = 365.25 * 24 * 3600 * 1000;
const WORD_RANGE = 4_294_967_296;
const SQRT_OF_3 = 1.732_050_807_568_877_2;
// Spread of the logarithm of a tick's volume around its average.
const VOLUME_DEVIATION = 0.9;

/** One step of a coin's price. Floating point, for the model alone. */
export type ModelStep = {
  readonly coin: CoinModel;
  readonly priceBefore: Decimal;
  readonly stepMs: number;
  /** Before trading was possible: prices return to the anchor. Later prices have no such pull. */
  readonly isHistory: boolean;
  /** Time of the tick, for the volumes of `schwartz-3`; undefined for those of `schwartz-2`. */
  readonly volumeAtMs?: number | undefined;
};

/** Decimal places of the market. */
export type ModelPlaces = { readonly price: number; readonly quantity: number };

/**
 * Price and volume of a tick, from the price before it and sixteen random words. Rounded half-even to the market's
 * places, and never less than the smallest price or quantity.
 */
export function simulateTick(
  words: readonly number[],
  step: ModelStep,
  places: ModelPlaces,
): { readonly price: Decimal; readonly quantity: Decimal } {
  const { coin, stepMs } = step;
  const priceNoise = sumOf(words, 0, 12) / WORD_RANGE - 6;
  const logReturn = step.isHistory ? pulledReturn(step, priceNoise) : freeReturn(step, priceNoise);
  const share =
    step.volumeAtMs === undefined
      ? logNormalVolume(words)
      : marketVolume(words.slice(12), { atMs: step.volumeAtMs, stepMs, priceNoise });
  return {
    price: atLeastUnit(fromModelNumber(toModelNumber(step.priceBefore) * exp(logReturn), places.price), places.price),
    quantity: atLeastUnit(
      fromModelNumber((coin.dailyVolume * stepMs * share) / DAY_MS, places.quantity),
      places.quantity,
    ),
  };
}

/** Volumes of `schwartz-2`: log-normal at any time. */
function logNormalVolume(words: readonly number[]): number {
  const noise = (sumOf(words, 12, 16) / WORD_RANGE - 2) * SQRT_OF_3;
  return exp(VOLUME_DEVIATION * noise - (VOLUME_DEVIATION * VOLUME_DEVIATION) / 2);
}

/** Time between two ticks. */
export const TICK_MS = 1000;

/** Standard deviation of the logarithmic return of a tick after {@link TICK_MS}. */
export function tickDeviation({ volatility }: CoinModel): number {
  return volatility * Math.sqrt(TICK_MS / YEAR_MS);
}

/** Geometric Brownian motion without a drift: the expected price is the price before. */
function freeReturn({ coin: { volatility }, stepMs }: ModelStep, noise: number): number {
  const years = stepMs / YEAR_MS;
  return volatility * Math.sqrt(years) * noise - (volatility * volatility * years) / 2;
}

/** Exponential Ornstein-Uhlenbeck (Schwartz's one-factor model): its exact solution over the step. */
function pulledReturn({ coin, priceBefore, stepMs }: ModelStep, noise: number): number {
  const variance = LONG_RUN_DEVIATION * LONG_RUN_DEVIATION;
  const returnRate = (coin.volatility * coin.volatility) / (2 * variance);
  const decay = exp((-returnRate * stepMs) / YEAR_MS);
  const distance = ln(toModelNumber(priceBefore) / toModelNumber(coin.anchor));
  return distance * (decay - 1) + LONG_RUN_DEVIATION * Math.sqrt(1 - decay * decay) * noise;
}

function sumOf(words: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (const word of words.slice(from, to)) sum += word;
  return sum;
}

function atLeastUnit(value: Decimal, places: number): Decimal {
  return max(value, decimal(places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`));
}
