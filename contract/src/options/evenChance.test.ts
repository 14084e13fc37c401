// The chance of `even`: it equals that of a chain with a kernel for each price, and that of simulated paths for each
// market and delivery time.
import { describe, expect, it } from 'vitest';
import { EVEN_MARKETS, EVEN_SECONDS, stepper, wordsOf } from '../../testing/evenPaths.ts';
import { isThorough } from '../../testing/thorough.ts';
import { decimal, toModelNumber } from '../money/money.ts';
import { evenChance, evenDistribution, stepsOf, ticksBetween } from './evenChance.ts';
import { COIN_MODELS, simulateTick, tickDeviation } from '../market/simulatedModel.ts';

// Many in nightly runs, to show a chance that is wrong by a hundredth of itself.
const PATHS = isThorough ? 1_000_000 : 4000;

/** The chance of each distance up to `reach`, by a chain with a kernel for each price. */
function chainOf(start: number, deviation: number, ticks: number, reach: number): Float64Array {
  const stepChances = (steps: number) => {
    const widest = Math.floor(steps * deviation * 6) + 1;
    const noiseAt = (to: number) => (Math.log(to / steps) + (deviation * deviation) / 2) / deviation;
    const below = Array.from({ length: 2 * widest + 2 }, (_, n) => irwinHall(noiseAt(steps - widest - 0.5 + n)));
    return below.slice(1).map((upTo, n) => upTo - (below[n] ?? 0));
  };
  const kernels = Array.from({ length: 2 * reach + 1 }, (_, n) => stepChances(start + n - reach));
  let chances = new Float64Array(2 * reach + 1);
  chances[reach] = 1;
  for (let tick = 0; tick < ticks; tick += 1) {
    const next = new Float64Array(2 * reach + 1);
    for (const [from, chance] of chances.entries()) addSpread(next, { from, chance, kernel: kernels[from] ?? [] });
    chances = next;
  }
  return chances;
}

type Spread = { readonly from: number; readonly chance: number; readonly kernel: readonly number[] };

function addSpread(next: Float64Array, { from, chance, kernel }: Spread): void {
  const widest = (kernel.length - 1) / 2;
  for (const [n, share] of kernel.entries()) {
    const to = from + n - widest;
    if (to >= 0 && to < next.length) next[to] = (next[to] ?? 0) + chance * share;
  }
}

/** The distribution of the sum of twelve uniform numbers, less 6. */
function irwinHall(noise: number): number {
  if (noise > 0) return 1 - irwinHall(-noise);
  let [sum, ways] = [0, 1];
  for (let n = 0; n <= noise + 6; n += 1) {
    sum += (n % 2 === 0 ? ways : -ways) * (noise + 6 - n) ** 12;
    ways = (ways * (12 - n)) / (n + 1);
  }
  return sum / 479_001_600;
}

describe('the chance', () => {
  // Coins of few steps, also at prices so low that most ticks do not move them.
  it.each([
    { symbol: 'LTC/USDT', price: '80', pricePlaces: 2, ticks: 31, band: '0.01' },
    { symbol: 'LTC/USDT', price: '30', pricePlaces: 2, ticks: 121, band: '0' },
    { symbol: 'XRP/USDT', price: '2', pricePlaces: 4, ticks: 61, band: '0.0003' },
    { symbol: 'DOGE/USDT', price: '0.15', pricePlaces: 5, ticks: 300, band: '0.00002' },
    { symbol: 'DOGE/USDT', price: '0.015', pricePlaces: 5, ticks: 300, band: '0' },
    { symbol: 'DOGE/USDT', price: '0.01', pricePlaces: 5, ticks: 121, band: '0' },
  ] as const)('of $symbol at $price is that of the whole chain', ({ symbol, price, pricePlaces, ticks, band }) => {
    const coin = COIN_MODELS.get(symbol);
    if (coin === undefined) expect.unreachable();
    const start = stepsOf(decimal(price), pricePlaces);
    const reach = Math.ceil(8 * start * tickDeviation(coin) * Math.sqrt(ticks)) + 12;
    const chain = chainOf(start, tickDeviation(coin), ticks, reach);
    const most = stepsOf(decimal(band), pricePlaces);
    const within = chain.slice(reach - most, reach + most + 1).reduce((sum, chance) => sum + chance, 0);
    const chance = evenChance({ symbol, pricePlaces, price: decimal(price), ticks, band: decimal(band) });
    expect(toModelNumber(chance ?? decimal('0')) / (100 * within)).toBeCloseTo(1, 5);
  });

  // To the last digit, as computed independently (CPython with NumPy).
  it.each([
    { symbol: 'BTC/USDT', price: '60000.15', pricePlaces: 2, ticks: 61, band: '5.22', chance: '9.96708665' },
    { symbol: 'BTC/USDT', price: '43210.99', pricePlaces: 2, ticks: 300, band: '8', chance: '9.56458803' },
    { symbol: 'DOGE/USDT', price: '0.14321', pricePlaces: 5, ticks: 31, band: '0.00001', chance: '9.27329864' },
  ] as const)('of $symbol at $price has the published digits', ({ chance, ...model }) => {
    expect(evenChance({ ...model, price: decimal(model.price), band: decimal(model.band) })).toBe(chance);
  });

  it('is undefined for other markets, and certain where no tick can move the price', () => {
    const model = { pricePlaces: 5, price: decimal('0.005'), ticks: 31, band: decimal('0') };
    expect(evenChance({ symbol: 'ABC/USDT', ...model })).toBeUndefined();
    expect(evenChance({ symbol: 'DOGE/USDT', ...model })).toBe('100');
  });

  it('counts the ticks from the entry tick to the settlement tick', () => {
    expect([0, 1, 999].map((ms) => ticksBetween(1000, 1000 + ms + 30_000))).toEqual([30, 31, 31]);
  });
});

describe('simulated paths', () => {
  it('of this test are the ticks of the model', () => {
    for (const { symbol, pricePlaces, price } of EVEN_MARKETS) {
      const coin = COIN_MODELS.get(symbol);
      if (coin === undefined) expect.unreachable();
      const [fast, slow] = [wordsOf(7), wordsOf(7)];
      const next = stepper(symbol);
      let [steps, tick] = [stepsOf(price, pricePlaces), price];
      for (let second = 0; second < 200; second += 1) {
        const words = [...Array.from({ length: 12 }, slow), 0, 0, 0, 0];
        const step = { coin, priceBefore: tick, stepMs: 1000, isHistory: false };
        tick = simulateTick(words, step, { price: pricePlaces, quantity: 2 }).price;
        steps = next(steps, fast);
        expect(stepsOf(tick, pricePlaces)).toBe(steps);
      }
    }
  });

  it.each(EVEN_MARKETS)(
    'of $symbol end as the distribution says, after each delivery time',
    ({ symbol, pricePlaces, price }) => {
      const start = stepsOf(price, pricePlaces);
      const spread = start * tickDeviation(COIN_MODELS.get(symbol) ?? expect.unreachable());
      const times = EVEN_SECONDS.map((ticks) => ({ ticks, most: Math.ceil(4 * spread * Math.sqrt(ticks)) }));
      const counts = times.map(({ most }) => new Float64Array(2 * most + 1));
      const [next, word] = [stepper(symbol), wordsOf(20_261_127)];
      for (let path = 0; path < PATHS; path += 1) {
        let [steps, ticks] = [start, 0];
        for (const [place, time] of times.entries()) {
          for (; ticks < time.ticks; ticks += 1) steps = next(steps, word);
          const at = steps - start + time.most;
          const count = counts[place];
          if (count !== undefined && at >= 0 && at < count.length) count[at] = (count[at] ?? 0) + 1;
        }
      }
      for (const [place, { ticks, most }] of times.entries()) {
        const chances = evenDistribution({ symbol, pricePlaces, price, ticks }, most);
        expect(deviationOf(counts[place] ?? new Float64Array(), chances)).toBeLessThan(4.5);
      }
    },
  );
});

/** Difference of chi-squared from its average, in standard deviations: of bins with 2 % each, and the rest. */
function deviationOf(counts: Float64Array, chances: readonly number[]): number {
  const bins: { expected: number; found: number }[] = [];
  let bin = { expected: 0, found: 0 };
  for (const [place, chance] of chances.entries()) {
    bin.expected += PATHS * chance;
    bin.found += counts[place] ?? 0;
    if (bin.expected < PATHS / 50) continue;
    bins.push(bin);
    bin = { expected: 0, found: 0 };
  }
  const inside = bins.reduce(
    (sum, { expected, found }) => ({ expected: sum.expected + expected, found: sum.found + found }),
    {
      expected: 0,
      found: 0,
    },
  );
  bins.push({ expected: PATHS - inside.expected, found: PATHS - inside.found });
  const square = bins.reduce((sum, { expected, found }) => sum + (found - expected) ** 2 / expected, 0);
  const freedom = bins.length - 1;
  return (square - freedom) / Math.sqrt(2 * freedom);
}
