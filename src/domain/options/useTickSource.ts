/** The prices of the last minutes on their way to a chart, a second a candle, past the store. */
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
  /** Until something of the market is known: prices that could not be read are not none. */
  readonly isLoading: boolean;
};

/** The live prices of a market; what was missed while the line was down is read again. */
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
