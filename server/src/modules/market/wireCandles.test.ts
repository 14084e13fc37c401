// The handwritten wire form equals that of the codec.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listCandles, type Candle } from '@halyard/contract/market/calls';
import { decimal } from '@halyard/contract/money';
import { encodeAnswer } from '../../db/runOnce.ts';
import { withWireForm } from './index.ts';

const candle = (first: number): Candle => ({
  openedAtSeconds: first,
  openedAtMs: first * 1000,
  period: '1min',
  base: 'BTC',
  quote: 'USDT',
  open: decimal('60000.01'),
  close: decimal('60000.02'),
  high: decimal('60000.03'),
  low: decimal('60000.04'),
  turnover: decimal('5'),
  volume: decimal('6.000000000000000001'),
  volumeAgain: decimal('7'),
});

test.each([0, 1, 3])('%i candles', (count) => {
  const candles = Array.from({ length: count }, (_, index) => candle(1_790_000_000 + index * 60));
  const encoded = JSON.stringify(z.encode(listCandles.answer, candles));
  expect(JSON.stringify(encodeAnswer(listCandles, withWireForm(candles)))).toBe(encoded);
});
