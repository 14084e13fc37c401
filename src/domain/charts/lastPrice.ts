/** The last price of a market wherever its chart is shown: one number for the whole view. */
import { useSyncExternalStore } from 'react';
import type { Market } from '@halyard/contract/market/calls';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import { useMarketAsOf } from '../markets/useMarkets.ts';

const TOLD_APART_MS = 60_000;

/** Whether cached candles are so much older than the market's figures that each shows its own time. */
export function isNamedSeparately(candlesAsOfMs: number | undefined, marketAsOfMs: number | undefined): boolean {
  if (candlesAsOfMs === undefined) return false;
  return marketAsOfMs === undefined || marketAsOfMs - candlesAsOfMs > TOLD_APART_MS;
}

/**
 * The close of the newest candle as the chart has it: it changes with every tick, the market's figures a few times a
 * second. Falls back to the market's price when there are no candles, or only older ones.
 */
export function useLastPrice(source: CandleSource, market: Market): Market['lastPrice'] {
  const marketAsOfMs = useMarketAsOf(market.id);
  const closeNow = () => (isNamedSeparately(source.asOfMs, marketAsOfMs) ? undefined : source.candles.at(-1)?.close);
  return useSyncExternalStore(source.subscribe, closeNow) ?? market.lastPrice;
}
