/** Candles for the chart: history by call, the open candle by socket straight to the chart, past the store. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Candle, Period } from '@halyard/contract/calls/markets';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import type { AppError } from '../../shared/api/appError.ts';
import { useRealtime } from '../../shared/realtime/useRealtime.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { createCandleSession, type CandleSession } from './candleSession.ts';
import { candleOf, windowBefore } from './candleWindow.ts';
import { marketEndpoints } from './marketsApi.ts';

/** How many candles one load brings: a screen and a half of history at the usual zoom. */
const LOAD_COUNT = 300;
// A candle may open between the price that tells the time and the call.
const MARGIN_SECONDS = 60;

type CandlesOptions = {
  readonly symbol: string | undefined;
  readonly period: Period;
  /** The instant of the market's last price (ISO 8601): the feed's clock, which need not be the device's. */
  readonly asOf: string | null | undefined;
};

type Reading = {
  readonly key: string;
  readonly listen: CandleSession['listen'];
  readonly candles?: readonly Candle[];
  readonly error?: AppError;
};

/**
 * The newest candles of a market, the way to load older ones, and the open one. `candles` is what stood there when the market or period was
 * chosen; everything since then, gaps of the connection included, comes to a listener given to `onLive`, in order.
 */
export function useCandles({ symbol, period, asOf }: CandlesOptions) {
  const realtime = useRealtime();
  const load = useLoadCandles(symbol, period);
  const [attempt, setAttempt] = useState(0);
  const [reading, setReading] = useState<Reading>();
  const key = `${symbol ?? ''}:${period}:${attempt}`;
  const hasClock = asOf != null;
  const readClock = useEffectEvent(() => Date.parse(asOf ?? '') / 1000);

  useEffect(() => {
    if (symbol === undefined || !hasClock) return undefined;
    let isCurrent = true;
    const session = createCandleSession({ load: (fromSeconds, toSeconds) => load({ fromSeconds, toSeconds }) });
    // Listens before it loads, so that nothing falls between the two.
    const unsubscribe = realtime.subscribe(rooms.kline(symbol, period), roomCodecs.kline, {
      onSnapshot: (live) => {
        if (live !== null) session.take(candleOf(live), true);
      },
      onMessage: (live) => {
        session.take(candleOf(live), false);
      },
    });
    load(windowBefore(period, Math.ceil(readClock()) + MARGIN_SECONDS, LOAD_COUNT)).then(
      (candles) => isCurrent && setReading({ key, listen: session.listen, candles }),
      (error: unknown) => isCurrent && setReading({ key, listen: session.listen, error: error as AppError }),
    );
    return () => {
      isCurrent = false;
      unsubscribe();
    };
  }, [hasClock, key, load, period, realtime, symbol]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const loadOlder = useCallback(
    (beforeSeconds: number) => load(windowBefore(period, beforeSeconds - 1, LOAD_COUNT)),
    [load, period],
  );
  const current = reading?.key === key ? reading : undefined;
  return { candles: current?.candles, error: current?.error, onLive: current?.listen, loadOlder, retry };
}

function useLoadCandles(symbol: string | undefined, period: Period) {
  const dispatch = useAppDispatch();
  return useCallback(
    (window: { readonly fromSeconds: number; readonly toSeconds: number }): Promise<readonly Candle[]> => {
      const request = { symbol: symbol ?? '', period, ...window };
      return dispatch(marketEndpoints.listCandles.initiate(request, { subscribe: false, forceRefetch: true })).unwrap();
    },
    [dispatch, period, symbol],
  );
}
