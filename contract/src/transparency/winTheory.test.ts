// Wins of options compared with the expectation for a martingale, and the model of simulated prices as one.
import { expect, it } from 'vitest';
import { compare, decimal, toModelNumber, ZERO } from '../money/money.ts';
import { COIN_MODELS, simulateTick } from '../market/simulatedModel.ts';
import { noiseOf } from './seedChain.ts';
import { compareWins } from './winTheory.ts';

it('expects one half, less half of the ties, and states the distance of the wins', () => {
  expect(compareWins('up', { won: 60, lost: 40, tied: 0 })).toEqual({ share: '60', expected: '50', deviations: '2' });
  expect(compareWins('down', { won: 30, lost: 45, tied: 25 })).toEqual({
    share: '30',
    expected: '37.5',
    deviations: '-1.73',
  });
  expect(compareWins('up', { won: 0, lost: 0, tied: 0 })).toEqual({ share: null, expected: null, deviations: null });
  expect(compareWins('up', { won: 0, lost: 0, tied: 3 })).toEqual({ share: '0', expected: '0', deviations: null });
  for (const direction of ['even', 'long'])
    expect(compareWins(direction, { won: 1, lost: 3, tied: 0 })).toEqual({
      share: '25',
      expected: null,
      deviations: null,
    });
});

it('holds for simulated prices', () => {
  const coin = COIN_MODELS.get('BTC/USDT');
  if (coin === undefined) throw new Error('there is no bitcoin');
  const key = new Uint8Array(32).fill(9);
  const counted = { won: 0, lost: 0, tied: 0 };
  const priceAt = [decimal('60000')];
  for (let second = 1; second <= 9_000; second += 1) {
    const priceBefore = priceAt[second - 1] ?? ZERO;
    const step = { coin, priceBefore, stepMs: 1000, isHistory: false };
    const { price } = simulateTick(noiseOf(key, 'BTC/USDT', second * 1000), step, { price: 2, quantity: 6 });
    priceAt.push(price);
    if (second % 3 !== 0) continue;
    const moved = compare(price, priceAt[second - 3] ?? ZERO);
    if (moved === 0) counted.tied += 1;
    else counted[moved > 0 ? 'won' : 'lost'] += 1;
  }
  const { expected, deviations } = compareWins('up', counted);
  expect(Math.abs(toModelNumber(deviations ?? ZERO))).toBeLessThan(4);
  expect(toModelNumber(expected ?? ZERO)).toBeGreaterThan(49);
});
