// Ticks become one candle a second in any order, and no gap is drawn as a constant price.
import { expect, it } from 'vitest';
import type { Tick } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { createCandleSource } from '../../shared/charts/candleSource.ts';
import { createSecondCandles } from './useTickSource.ts';

const START = Date.parse('2026-01-02T03:04:05.000Z');

function tick(seq: number, afterMs: number, price: string): Tick {
  return { seq, at: new Date(START + afterMs).toISOString(), price: decimal(price), quantity: decimal('1') };
}

function start() {
  const source = createCandleSource();
  const seconds = createSecondCandles(source);
  const shown = () =>
    source.candles.map(({ openedAtMs, low, high, close }) => [(openedAtMs - START) / 1000, low, high, close]);
  return { seconds, shown };
}

it('joins the prices of a second and fills seconds without ticks with the last price', () => {
  const { seconds, shown } = start();
  seconds.begin([tick(1, 100, '10'), tick(2, 900, '12'), tick(3, 3000, '11')], []);
  expect(shown()).toEqual([
    [0, '10', '12', '12'],
    [1, '12', '12', '12'],
    [2, '12', '12', '12'],
    [3, '11', '11', '11'],
  ]);
  seconds.take([tick(3, 3000, '11'), tick(4, 3500, '9')]);
  expect(shown().at(-1)).toEqual([3, '9', '11', '9']);
});

it('takes ticks that arrived before the list, each once', () => {
  const { seconds, shown } = start();
  seconds.take([tick(3, 2000, '11')]);
  expect(shown()).toEqual([]);
  seconds.begin([tick(1, 0, '10'), tick(2, 1000, '12')], [tick(2, 1000, '12')]);
  expect(shown().map(([second]) => second)).toEqual([0, 1, 2]);
});

it('leaves a longer gap empty', () => {
  const { seconds, shown } = start();
  seconds.begin([tick(1, 0, '10'), tick(9, 120_000, '12')], []);
  expect(shown().map(([second]) => second)).toEqual([0, 120]);
});
