/** Candles for the chart: history by call; the open candle goes from the socket to the chart, bypassing the store. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Candle, Period } from '@halyard/contract/market/calls';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import type { AppError } from '../../shared/api/appError.ts';
import { cachedSince } from '../../shared/api/cacheAges.ts';
import { useOnConnected, useRealtime } from '../../shared/realtime/useRealtime.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { createCandleSession, type CandleSession } from './candleSession.ts';
import { candleOf, LOAD_COUNT, PERIOD_SECONDS, windowBefore } from './candleWindow.ts';
import { useOlderCandles } from '../charts/useOlderCandles.ts';
import { candleEndpoints } from './candlesApi.ts';

// A candle may open between the last price and the call.
const MARGIN_SECONDS = 60;

type CandlesOptions = {
  readonly symbol: string | undefined;
  readonly period: Period;
  /** When the market's last price was made (ISO 8601): the feed's clock, not the device's. */
  readonly asOf: string | null | undefined;
};

type Window = { readonly fromSeconds: number; readonly toSeconds: number };
type Loaded = { readonly candles: readonly Candle[]; readonly asOfMs: number | undefined };

type Reading = {
  readonly key: string;
  readonly listen: CandleSession['listen'];
  readonly candles?: readonly Candle[];
  /** When cached candles came from the exchange. */
  readonly asOfMs?: number | undefined;
  readonly error?: AppError;
};

/** Number of restarts, and the earliest possible time of the feed's clock, as known from the interrupted reading. */
type Attempt = { readonly count: number; readonly symbol?: string | undefined; readonly atSeconds: number };

/**
 * The newest candles of a market, older ones on request, and the open one. `candles` is the state when market or period
 * was chosen (cached since `asOfMs` while offline); everything later, including gaps of the connection, is passed in
 * order to the listener given to `onLive`. `older` loads earlier candles.
 */
export function useCandles({ symbol, period, asOf }: CandlesOptions) {
  const realtime = useRealtime();
  const load = useLoadCandles(symbol, period);
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, atSeconds: 0 });
  const [reading, setReading] = useState<Reading>();
  const key = `${symbol ?? ''}:${period}:${attempt.count}`;
  const hasClock = asOf != null;
  const readClock = useEffectEvent(() =>
    Math.max(Date.parse(asOf ?? '') / 1000, attempt.symbol === symbol ? attempt.atSeconds : 0),
  );

  useEffect(() => {
    if (symbol === undefined || !hasClock) return undefined;
    let isCurrent = true;
    const session = createCandleSession({
      stepSeconds: PERIOD_SECONDS[period],
      load: async (fromSeconds, toSeconds) => (await load({ fromSeconds, toSeconds })).candles,
      onBroken: (atSeconds) => {
        if (isCurrent) setAttempt(({ count }) => ({ count: count + 1, symbol, atSeconds }));
      },
    });
    // Subscribes before loading, so that nothing is missed in between.
    const unsubscribe = realtime.subscribe(rooms.kline(symbol, period), roomCodecs.kline, {
      onSnapshot: (live) => {
        if (live !== null) session.take(candleOf(live), 'snapshot');
      },
      onMessage: (live) => {
        session.take(candleOf(live), 'message');
      },
    });
    load(windowBefore(period, Math.ceil(readClock()) + MARGIN_SECONDS, LOAD_COUNT)).then(
      (loaded) => {
        session.begin(loaded.candles);
        if (isCurrent) setReading({ key, listen: session.listen, ...loaded });
      },
      (error: unknown) => {
        // Without history the live candles have nothing to continue.
        unsubscribe();
        if (isCurrent) setReading({ key, listen: session.listen, error: error as AppError });
      },
    );
    return () => {
      isCurrent = false;
      unsubscribe();
    };
  }, [hasClock, key, load, period, realtime, symbol]);

  const retry = useCallback(() => setAttempt(({ count, ...clock }) => ({ count: count + 1, ...clock })), []);
  const loadOlder = useCallback(async (window: Window) => (await load(window)).candles, [load]);
  const older = useOlderCandles(loadOlder, key);
  const current = reading?.key === key ? reading : undefined;
  const { asOfMs, error } = current ?? {};
  useOnConnected(asOfMs === undefined && error === undefined ? undefined : retry);
  return { candles: current?.candles, asOfMs, error, onLive: current?.listen, older, retry };
}

function useLoadCandles(symbol: string | undefined, period: Period) {
  const dispatch = useAppDispatch();
  return useCallback(
    async (window: Window): Promise<Loaded> => {
      const request = { symbol: symbol ?? '', period, ...window };
      // Holds a subscription until the answer, or an equal finished request would remove the cache entry.
      const loading = dispatch(candleEndpoints.listCandles.initiate(request, { forceRefetch: true }));
      try {
        const candles = await loading.unwrap();
        return { candles, asOfMs: cachedSince(loading.queryCacheKey) };
      } finally {
        loading.unsubscribe();
      }
    },
    [dispatch, period, symbol],
  );
}
