// The price model of the simulated feed: its ticks equal those of another implementation (CPython, from the same
// words), its prices are a martingale once trading is possible, and its moments match its formulas.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { DAY_MS } from '../time.ts';
import { isThorough } from '../../testing/thorough.ts';
import { HISTORY_KEY, keyBefore, noiseOf, tickKeyOf } from '../transparency/seedChain.ts';
import { decimal, toModelNumber } from '../money/money.ts';
import { COIN_MODELS, LONG_RUN_DEVIATION, simulateTick, type CoinModel, type ModelStep } from './simulatedModel.ts';

// Enough samples in nightly runs to show a drift of a hundredth of a deviation.
const SAMPLES = isThorough ? 1_000_000 : 10_000;
const KEYS = isThorough ? 20_000 : 500;
const PLACES = { 'BTC/USDT': { price: 2, quantity: 6 }, 'DOGE/USDT': { price: 5, quantity: 1 } };

/** Of the chain that ends with 32 times the byte 3. */
function keyOfDay(day: number): Uint8Array {
  let key: Uint8Array = new Uint8Array(32).fill(3);
  for (let after = day; after < 3660; after += 1) key = keyBefore(key);
  return key;
}

function coinOf(symbol: string): CoinModel {
  const coin = COIN_MODELS.get(symbol);
  if (coin === undefined) throw new Error(`there is no coin ${symbol}`);
  return coin;
}
const bitcoin = { anchor: decimal('60000'), volatility: 0.5, dailyVolume: 15_000 };
const KEY = utf8ToBytes('a key');
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('a tick', () => {
  it.each([
    [1, 1_786_528_800_000, 'BTC/USDT', { price: '59998.94', quantity: '0.069713' }],
    [1, 1_786_528_800_000, 'DOGE/USDT', { price: '0.14998', quantity: '9012' }],
    [2, 1_786_579_200_000, 'BTC/USDT', { price: '59998.64', quantity: '0.046429' }],
    [2, 1_786_579_200_000, 'DOGE/USDT', { price: '0.14996', quantity: '2635.3' }],
    [3660, 2_102_716_799_000, 'BTC/USDT', { price: '59993.23', quantity: '0.039267' }],
    [3660, 2_102_716_799_000, 'DOGE/USDT', { price: '0.14999', quantity: '4391.2' }],
  ] as const)('of day %i at %i of %s is the one that is computed elsewhere', (day, at, symbol, tick) => {
    const coin = coinOf(symbol);
    const words = noiseOf(tickKeyOf(keyOfDay(day)), symbol, at);
    const step = { coin, priceBefore: coin.anchor, stepMs: 1000, isHistory: false };
    expect(simulateTick(words, step, PLACES[symbol])).toEqual(tick);
  });

  it.each([
    ['BTC/USDT', '66000', '64428.23', '1884.764301'],
    ['DOGE/USDT', '0.165', '0.16008', '102583549.7'],
  ] as const)('of the history of %s is the one that is computed elsewhere', (symbol, before, price, quantity) => {
    const words = noiseOf(utf8ToBytes(HISTORY_KEY), symbol, 1_700_000_000_000);
    const step = {
      coin: coinOf(symbol),
      priceBefore: decimal(before),
      stepMs: 6 * 3_600_000,
      isHistory: true,
    };
    expect(simulateTick(words, step, PLACES[symbol])).toEqual({ price, quantity });
  });

  it.each([
    [1, 1_786_528_800_000, 'BTC/USDT', '0.015162'],
    [1, 1_786_528_800_000, 'DOGE/USDT', '30464.9'],
    [2, 1_786_579_200_000, 'BTC/USDT', '0.005389'],
    [2, 1_786_579_200_000, 'DOGE/USDT', '153.1'],
    [3660, 2_102_716_799_000, 'BTC/USDT', '0.011624'],
    [3660, 2_102_716_799_000, 'DOGE/USDT', '553.2'],
  ] as const)('of day %i at %i of %s by schwartz-3 has another volume alone', (day, at, symbol, quantity) => {
    const coin = coinOf(symbol);
    const words = noiseOf(tickKeyOf(keyOfDay(day)), symbol, at);
    const step = { coin, priceBefore: coin.anchor, stepMs: 1000, isHistory: false };
    const { price } = simulateTick(words, step, PLACES[symbol]);
    expect(simulateTick(words, { ...step, volumeAtMs: at }, PLACES[symbol])).toEqual({ price, quantity });
  });

  it.each([
    ['BTC/USDT', '6538.048899'],
    ['DOGE/USDT', '363154096.3'],
  ] as const)('of the history of %s by schwartz-3 follows the weekday and the day', (symbol, quantity) => {
    const at = 1_700_000_000_000;
    const coin = coinOf(symbol);
    const words = noiseOf(utf8ToBytes(HISTORY_KEY), symbol, at);
    const step = { coin, priceBefore: coin.anchor, stepMs: 6 * 3_600_000, isHistory: true, volumeAtMs: at };
    expect(simulateTick(words, step, PLACES[symbol]).quantity).toBe(quantity);
  });

  it('always has a price and a volume', () => {
    const step = { coin: bitcoin, priceBefore: decimal('0.01'), stepMs: 0, isHistory: false };
    expect(simulateTick(noiseOf(KEY, 'any', 0), step, PLACES['BTC/USDT'])).toEqual({
      price: '0.01',
      quantity: '0.000001',
    });
  });

  it('uses only arithmetic that every engine computes alike', () => {
    for (const file of [
      'simulatedModel.ts',
      'simulatedVolume.ts',
      '../money/portableMath.ts',
      '../options/evenChance.ts',
    ]) {
      const code = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      const names = code.match(/\bMath\.\w+|\*\*/g) ?? [];
      const exact = [
        'Math.PI',
        'Math.sqrt',
        'Math.floor',
        'Math.ceil',
        'Math.round',
        'Math.abs',
        'Math.min',
        'Math.max',
      ];
      expect(names.filter((name) => !exact.includes(name))).toEqual([]);
    }
  });
});

describe('the model', () => {
  const sample = (step: Omit<ModelStep, 'coin'>, places = PLACES['BTC/USDT']) =>
    Array.from({ length: SAMPLES }, (_, index) =>
      simulateTick(noiseOf(KEY, 'any', index), { coin: bitcoin, ...step }, places),
    );
  const years = 1 / 365.25;

  it.each([1000, 60_000, DAY_MS])('expects the previous price as the next one, after %i ms', (stepMs) => {
    const deviation = 0.5 * Math.sqrt((stepMs / DAY_MS) * years);
    const places = { price: 8, quantity: 6 };
    for (const before of [69_000, 41_000]) {
      const step = { priceBefore: decimal(String(before)), stepMs, isHistory: false };
      const returns = sample(step, places).map(({ price }) => toModelNumber(price) / before - 1);
      expect(Math.abs(mean(returns))).toBeLessThan((4 * deviation) / Math.sqrt(SAMPLES));
      // The deviation of the sum of twelve uniform numbers is known to 0.69 of the root of the sample count.
      const spread = Math.sqrt(mean(returns.map((value) => value * value))) / deviation;
      expect(Math.abs(spread - 1)).toBeLessThan((4 * 0.69) / Math.sqrt(SAMPLES));
    }
  });

  it('expects the first price after a hundred rounded seconds, over many keys', () => {
    const coin = { anchor: decimal('0.15'), volatility: 0.9, dailyVolume: 1 };
    const ends = Array.from({ length: KEYS }, (_, key) => {
      let priceBefore = coin.anchor;
      for (let second = 0; second < 100; second += 1) {
        const step = { coin, priceBefore, stepMs: 1000, isHistory: false };
        priceBefore = simulateTick(noiseOf(utf8ToBytes(`key ${key}`), 'any', second), step, PLACES['DOGE/USDT']).price;
      }
      return toModelNumber(priceBefore) / 0.15 - 1;
    });
    const deviation = Math.sqrt(mean(ends.map((value) => value * value)));
    expect(Math.abs(mean(ends))).toBeLessThan((4 * deviation) / Math.sqrt(ends.length));
    expect(deviation / (0.9 * Math.sqrt((100_000 / DAY_MS) * years))).toBeCloseTo(1, 1);
  });

  it('returns the history to its anchor at the rate and with the spread of the formula', () => {
    const returnRate = 0.5 ** 2 / (2 * LONG_RUN_DEVIATION ** 2);
    const ticks = sample({ priceBefore: decimal('69000'), stepMs: DAY_MS, isHistory: true });
    const distances = ticks.map(({ price }) => Math.log(toModelNumber(price) / 60_000));
    const average = mean(distances);
    const variance = mean(distances.map((distance) => (distance - average) ** 2));
    expect(average).toBeCloseTo(Math.log(1.15) * Math.exp(-returnRate * years), 3);
    expect(Math.sqrt(variance)).toBeCloseTo(LONG_RUN_DEVIATION * Math.sqrt(1 - Math.exp(-2 * returnRate * years)), 3);
  });

  it('trades the average volume over a week by schwartz-3, with a few large ticks', () => {
    const stepMs = 1000;
    const places = { price: 2, quantity: 6 };
    // Over five hundred weeks, so that calm and busy days come out even.
    const ticks = Array.from({ length: SAMPLES }, (_, index) => {
      const volumeAtMs = Math.floor((500 * 7 * DAY_MS * index) / SAMPLES / 1000) * 1000;
      const step = { coin: bitcoin, priceBefore: decimal('60000'), stepMs, isHistory: false, volumeAtMs };
      return toModelNumber(simulateTick(noiseOf(KEY, 'any', index), step, places).quantity) * 86_400;
    });
    expect(Math.abs(mean(ticks) / 15_000 - 1)).toBeLessThan(0.1);
    const median = ticks.toSorted((a, b) => a - b)[SAMPLES / 2] ?? 0;
    expect(median).toBeLessThan(7500);
    expect(Math.max(...ticks.slice(0, 40_000))).toBeGreaterThan(300_000);
  });

  it('trades the average volume', () => {
    const ticks = sample({ priceBefore: decimal('60000'), stepMs: DAY_MS, isHistory: false });
    expect(mean(ticks.map(({ quantity }) => toModelNumber(quantity))) / 15_000).toBeCloseTo(1, 1);
  });
});
