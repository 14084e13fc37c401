import { decimal } from '@halyard/contract/money';
import { createCandleSource, type CandleSource, type ChartCandle } from '../shared/charts/candleSource.ts';

/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

/** Candle of a day since 1970, between 500 and 3000. It opens at 1000 and closes one unit higher every day. */
export function candle(day: number, close = `${1000 + day}`): ChartCandle {
  return {
    openedAtMs: day * DAY_MS,
    open: decimal('1000'),
    high: decimal('3000'),
    low: decimal('500'),
    close: decimal(close),
    volume: decimal('7'),
  };
}

/** Candles of the days `from` (inclusive) to `to` (exclusive). */
export function candles(from: number, to: number): ChartCandle[] {
  return Array.from({ length: to - from }, (_, place) => candle(from + place));
}

/** A source of such candles. */
export function filled(from: number, to: number): CandleSource {
  const source = createCandleSource();
  source.setCandles(candles(from, to));
  return source;
}
