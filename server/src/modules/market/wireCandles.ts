/** Candles in wire form, without the codecs of their fields, which took most of the time of the whole call. */
import { listCandles, type Candle } from '@halyard/contract/market/calls';
import { cacheEncoded } from '../../db/runOnce.ts';

/** Candles whose wire form is known already when they are answered. */
export function withWireForm(candles: Candle[]): Candle[] {
  cacheEncoded(listCandles, candles, candles.map(wireOf));
  return candles;
}

/** A bar as its codec encodes it, with the fields in the same order. */
function wireOf({ openedAtSeconds, openedAtMs, base, quote, volumeAgain, turnover, volume, ...bar }: Candle): object {
  const { period, open, close, high, low } = bar;
  return {
    id: openedAtSeconds,
    time: openedAtMs,
    period,
    'base-currency': base,
    'quote-currency': quote,
    open,
    close,
    high,
    low,
    vol: turnover,
    amount: volume,
    volume: volumeAgain,
  };
}
