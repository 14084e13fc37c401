/**
 * The price model of the simulated feed (README.md beside it): exponential Ornstein-Uhlenbeck, also known as Schwartz's
 * one-factor model.
 */
import { decimal, fromModelNumber, max, toModelNumber, type Decimal } from '@halyard/contract/money';
import type { NewTick } from '../ticks.ts';
import { normalPair } from './randomness.ts';

/** What is particular to a coin. */
export type CoinModel = {
  /** The price that the coin returns to. */
  readonly anchor: Decimal;
  /** Standard deviation of a year's logarithmic return, were there no return to the anchor. */
  readonly volatility: number;
  /** Coins that change hands in a day, on average. */
  readonly dailyVolume: number;
};

/** Round figures, close to what these coins once cost; the label SIMULATED says that they are not a market's. */
export const COIN_MODELS: ReadonlyMap<string, CoinModel> = new Map([
  ['BTC/USDT', { anchor: decimal('60000'), volatility: 0.5, dailyVolume: 15_000 }],
  ['ETH/USDT', { anchor: decimal('3000'), volatility: 0.65, dailyVolume: 250_000 }],
  ['LTC/USDT', { anchor: decimal('80'), volatility: 0.7, dailyVolume: 900_000 }],
  ['XRP/USDT', { anchor: decimal('2'), volatility: 0.8, dailyVolume: 60_000_000 }],
  ['SOL/USDT', { anchor: decimal('150'), volatility: 0.85, dailyVolume: 3_000_000 }],
  ['DOGE/USDT', { anchor: decimal('0.15'), volatility: 0.9, dailyVolume: 700_000_000 }],
]);

/**
 * Standard deviation of the logarithm of price over anchor in the long run. Volatility and this one number give the
 * speed of return.
 */
export const LONG_RUN_DEVIATION = 0.08;

const YEAR_MS = 365.25 * 24 * 3600 * 1000;
const DAY_MS = 24 * 3600 * 1000;
// Spread of the logarithm of a tick's volume around its average.
const VOLUME_DEVIATION = 0.9;

/** One step of a coin's price. Floating point, for the model alone. */
export type ModelStep = {
  readonly symbol: string;
  readonly coin: CoinModel;
  readonly priceBefore: Decimal;
  readonly stepMs: number;
  readonly atMs: number;
};

/** Precisions of the market, digits after the point. */
export type ModelPlaces = { readonly price: number; readonly quantity: number };

/**
 * Price and volume of the tick at `atMs`, from the price before it: the exact solution of the model over `stepMs`, with
 * the normal numbers of HMAC-SHA256(seed, symbol|atMs). Rounded half-even to the market's places, and never less than
 * the smallest price or quantity.
 */
export function simulateTick(seed: string, step: ModelStep, places: ModelPlaces): Pick<NewTick, 'price' | 'quantity'> {
  const { symbol, coin, stepMs, atMs } = step;
  const [priceNoise, volumeNoise] = normalPair(seed, `${symbol}|${atMs}`);
  const returnRate = coin.volatility ** 2 / (2 * LONG_RUN_DEVIATION ** 2);
  const decay = Math.exp((-returnRate * stepMs) / YEAR_MS);
  const deviation = LONG_RUN_DEVIATION * Math.sqrt(1 - decay ** 2);
  const anchorNumber = toModelNumber(coin.anchor);
  const distance = Math.log(toModelNumber(step.priceBefore) / anchorNumber) * decay + deviation * priceNoise;
  const share = Math.exp(VOLUME_DEVIATION * volumeNoise - VOLUME_DEVIATION ** 2 / 2);
  return {
    price: atLeastUnit(fromModelNumber(anchorNumber * Math.exp(distance), places.price), places.price),
    quantity: atLeastUnit(
      fromModelNumber((coin.dailyVolume * stepMs * share) / DAY_MS, places.quantity),
      places.quantity,
    ),
  };
}

function atLeastUnit(value: Decimal, places: number): Decimal {
  return max(value, decimal(places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`));
}
