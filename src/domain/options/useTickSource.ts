/** Feeds the prices of the last minutes to a chart, one candle a second, bypassing the store. */
import { useEffect, useState } from 'react';
import type { Tick } from '@halyard/contract/market/calls';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import { useCandleSource } from '../../shared/charts/useCandleSource.ts';
import { useRealtime } from '../../shared/realtime/useRealtime.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { optionsApi } from './optionsApi.ts';
import { createSecondCandles } from './secondCandles.ts';

type TickSource = {
  readonly source: CandleSource;
  /** True until the market's prices are known; a failed read is not an empty market. */
  readonly isLoading: boolean;
};

/** A market's live prices; ticks missed during a disconnect are read again. */
export function useTickSource(symbol: string): TickSource {
  const [known, setKnown] = useState<string>();
  const source = useCandleSource();
  const realtime = useRealtime();
  const dispatch = useAppDispatch();
  useEffect(() => {
    const seconds = createSecondCandles(source);
    let isCurrent = true;
    const load = async (live: readonly Tick[]) => {
      const reading = dispatch(optionsApi.endpoints.listNewestTicks.initiate(symbol, { forceRefetch: true }));
      const { data } = await reading;
      reading.unsubscribe();
      if (!isCurrent || (data === undefined && live.length === 0)) return;
      seconds.begin([...(data ?? [])].toReversed(), live);
      setKnown(symbol);
    };
    const unsubscribe = realtime.subscribe(rooms.trades(symbol), roomCodecs.trades, {
      onSnapshot: (newest) => void load(newest),
      onMessage: (ticks) => seconds.take(ticks),
    });
    void load([]);
    return () => {
      isCurrent = false;
      unsubscribe();
      source.setCandles([]);
    };
  }, [source, realtime, dispatch, symbol]);
  return { source, isLoading: known !== symbol };
}
