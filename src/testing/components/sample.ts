import { decimal, fromModelNumber, type Decimal } from '@halyard/contract/money';
import type { ChartCandle } from '../../shared/charts/candleSource.ts';

/** A repeatable random number between 0 and 1 for each step. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Candles of a random walk that ends at a moment. */
export function sampleCandles(count: number, periodMs: number, endMs: number, seed = 7): ChartCandle[] {
  const random = randomFrom(seed);
  const number = (value: number, places = 1) => fromModelNumber(value, places);
  let price = 27_900;
  return Array.from({ length: count }, (_, place) => {
    const open = price;
    const close = open + (random() - 0.5) * 90;
    price = close;
    const [low, high] = [Math.min(open, close) - random() * 40, Math.max(open, close) + random() * 40];
    return {
      openedAtMs: endMs - (count - place) * periodMs,
      open: number(open),
      high: number(high),
      low: number(low),
      close: number(close),
      volume: number(5 + random() * 60, 4),
    };
  });
}

/** A day of closes. */
export function sampleCloses(seed: number): Decimal[] {
  return sampleCandles(24, 3_600_000, 1_680_000_000_000, seed).map(({ close }) => close);
}

/** Markets as listed on the home screen. */
export const SAMPLE_MARKETS = [
  { base: 'BTC', volume: decimal('1240000000'), price: decimal('28110.26'), places: 2, change: decimal('4.12') },
  { base: 'ETH', volume: decimal('642800000'), price: decimal('1792.41'), places: 2, change: decimal('2.38') },
  { base: 'SOL', volume: decimal('188000000'), price: decimal('22.417'), places: 3, change: decimal('-1.06') },
  { base: 'XRP', volume: decimal('913500000'), price: decimal('0.4631'), places: 4, change: decimal('7.9') },
  { base: 'LTC', volume: decimal('97100000'), price: decimal('83.52'), places: 2, change: decimal('-0.44') },
  { base: 'DOGE', volume: decimal('301200000'), price: undefined, places: 5, change: undefined },
  { base: 'PEPE', volume: decimal('1200000'), price: decimal('0.00000123'), places: 8, change: decimal('0') },
] as const;

/** A picture without a file: a card on a table. */
export const SAMPLE_PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300"><rect width="480" height="300" fill="#8a7f70"/>' +
    '<rect x="60" y="50" width="360" height="200" rx="16" fill="#dfe6ee"/><rect x="84" y="86" width="92" height="116" fill="#9fb0c3"/>' +
    '<rect x="200" y="92" width="190" height="16" fill="#5f7186"/><rect x="200" y="126" width="150" height="12" fill="#8496aa"/></svg>',
)}`;
