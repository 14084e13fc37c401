/** Simulated prices at the speed that a million paths need: the same ticks as `simulateTick`, without its volume. */
import { decimal, type Decimal } from '../src/money/money.ts';
import { exp } from '../src/money/portableMath.ts';
import { COIN_MODELS, tickDeviation } from '../src/market/simulatedModel.ts';

/** The markets of a new exchange, at their initial prices. */
export const EVEN_MARKETS = [
  { symbol: 'BTC/USDT', pricePlaces: 2, price: decimal('60000') },
  { symbol: 'ETH/USDT', pricePlaces: 2, price: decimal('3000') },
  { symbol: 'SOL/USDT', pricePlaces: 3, price: decimal('150') },
  { symbol: 'XRP/USDT', pricePlaces: 4, price: decimal('2') },
  { symbol: 'LTC/USDT', pricePlaces: 2, price: decimal('80') },
  { symbol: 'DOGE/USDT', pricePlaces: 5, price: decimal('0.15') },
] as const;
export const EVEN_SECONDS = [30, 60, 120, 180, 300] as const;

/** Sixteen words of 32 bits a tick from a seed: xoshiro128**. */
export function wordsOf(seed: number): () => number {
  const state = new Uint32Array(4);
  let mix = seed;
  for (let place = 0; place < state.length; place += 1) {
    mix = (mix + 0x9e_37_79_b9) | 0;
    let word = Math.imul(mix ^ (mix >>> 16), 0x21_f0_aa_ad);
    word = Math.imul(word ^ (word >>> 15), 0x73_5a_2d_97);
    state[place] = word ^ (word >>> 15);
  }
  let [a, b, c, e] = state as unknown as readonly [number, number, number, number];
  return () => {
    const product = Math.imul(b, 5);
    const word = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    e ^= b;
    b ^= c;
    a ^= e;
    c ^= shifted;
    e = (e << 11) | (e >>> 21);
    return word;
  };
}

/** Steps of the price from one tick to the next, a second each: from a number of steps, by twelve words. */
export function stepper(symbol: string): (steps: number, word: () => number) => number {
  const coin = COIN_MODELS.get(symbol);
  if (coin === undefined) throw new RangeError(`no model of ${symbol}`);
  const deviation = tickDeviation(coin);
  const fall = (deviation * deviation) / 2;
  return (steps, word) => {
    let sum = 0;
    for (let uniform = 0; uniform < 12; uniform += 1) sum += word();
    return Math.max(1, Math.round(steps * exp(deviation * (sum / 4_294_967_296 - 6) - fall)));
  };
}

/** The price of a whole number of steps. */
export function priceOf(steps: number, places: number): Decimal {
  const digits = String(steps).padStart(places + 1, '0');
  return decimal(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
}
