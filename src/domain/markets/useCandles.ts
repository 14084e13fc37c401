/** Candles for the chart: history by call; the open candle goes from the socket to the chart, bypassing the store. */
import { useCallback, useEffect, useEffectEvent, useState, useRef } from 'react';
import type { Candle, Period } from '@halyard/contract/market/calls';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import type { AppError } from '../../shared/api/appError.ts';
import { cachedSince } from '../../shared/api/caching.ts';
import { useOnConnected, useRealtime } from '../../shared/realtime/useRealtime.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import {
  candleOf,
  LOAD_COUNT,
  PERIOD_SECONDS,
  windowBefore,
  isWhole,
  windowUntil,
  candleEndpoints,
} from './candlesApi.ts';

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

// One reading of a market's candles: joins live candles with those loaded for gaps, and buffers until the chart
// listens.

type CandleSessionOptions = {
  /** Seconds from one candle to the next, at most. */
  readonly stepSeconds: number;
  /** Loads the newest candles that open in `[fromSeconds, toSeconds]`, ascending, up to one call's maximum. */
  readonly load: (fromSeconds: number, toSeconds: number) => Promise<readonly Candle[]>;
  /** A gap cannot be filled: start a new reading with candles up to `atSeconds`; this session has ended. */
  readonly onBroken: (atSeconds: number) => void;
};

type Listener = (candle: Candle) => void;

/** Receives candles in the order in which they open. */
type CandleSession = {
  /** Passes the loaded history; candles that arrived meanwhile are applied after it. */
  readonly begin: (history: readonly Candle[]) => void;
  /** Takes a candle. Candles missing since the last one are loaded first. */
  readonly take: (candle: Candle, kind: 'snapshot' | 'message') => void;
  /** Passes candles to the listener, buffered ones immediately. Returns the unsubscribe function. */
  readonly listen: (listener: Listener) => () => void;
};

type Arrived = { readonly candle: Candle; readonly kind: 'snapshot' | 'message' };

/** Creates a session without any candles. */
export function createCandleSession({ stepSeconds, load, onBroken }: CandleSessionOptions): CandleSession {
  const outlet = createOutlet();
  let lastSeconds: number | undefined;
  // An array while a load is running whose candles come first.
  let waiting: Arrived[] | undefined = [];

  const deliver = (candle: Candle) => {
    lastSeconds = candle.openedAtSeconds;
    outlet.put(candle);
  };
  // Each message holds a candle's final state, so only a jump leaves a gap; after a snapshot the previous candle's end
  // is unknown.
  const leavesOut = ({ candle, kind }: Arrived) =>
    lastSeconds !== undefined && candle.openedAtSeconds > lastSeconds + (kind === 'snapshot' ? 0 : stepSeconds);
  const goOn = () => {
    const arrived = waiting ?? [];
    waiting = undefined;
    for (const [place, each] of arrived.entries()) {
      if (leavesOut(each)) {
        void fillGap(arrived.slice(place));
        return;
      }
      deliver(each.candle);
    }
  };
  const fillGap = async (arrived: Arrived[]) => {
    waiting = arrived;
    const fromSeconds = lastSeconds ?? 0;
    const toSeconds = arrived[0]?.candle.openedAtSeconds ?? 0;
    const missed = await load(fromSeconds, toSeconds - 1).catch(() => []);
    // The load starts with the last known candle in its final state; if it is missing, the gap exceeds one call.
    if (missed[0]?.openedAtSeconds !== fromSeconds) {
      onBroken(toSeconds);
      return;
    }
    for (const candle of missed) deliver(candle);
    const [first, ...rest] = arrived;
    if (first !== undefined) deliver(first.candle);
    waiting = rest;
    goOn();
  };

  return {
    begin: (history) => {
      lastSeconds = history.at(-1)?.openedAtSeconds;
      goOn();
    },
    take: (candle, kind) => {
      if (waiting !== undefined) waiting.push({ candle, kind });
      else {
        waiting = [{ candle, kind }];
        goOn();
      }
    },
    listen: outlet.listen,
  };
}

function createOutlet() {
  // A late listener needs only the newest state of each candle.
  const latest = new Map<number, Candle>();
  let listener: Listener | undefined;
  return {
    put: (candle: Candle) => {
      if (listener === undefined) latest.set(candle.openedAtSeconds, candle);
      else listener(candle);
    },
    listen: (own: Listener) => {
      listener = own;
      for (const candle of latest.values()) own(candle);
      latest.clear();
      return () => {
        if (listener === own) listener = undefined;
      };
    },
  };
}

// Loads older candles as the chart is panned left.

type LoadCandles = (window: { readonly fromSeconds: number; readonly toSeconds: number }) => Promise<readonly Candle[]>;

/**
 * `load` returns the candles before a moment, or none at the start of the history. A failed load is not retried by
 * itself, since the chart asks again with every tick: `isFailed` is set, and `retry` loads for the waiting chart. A new
 * `key` starts another history.
 */
function useOlderCandles(load: LoadCandles, key: string) {
  const [failed, setFailed] = useState<{ readonly key: string; readonly again: () => void }>();
  const history = useRef({ key, hasBegun: false });
  useEffect(() => {
    history.current = { key, hasBegun: false };
  }, [key]);

  const loadBefore = useCallback(
    (beforeMs: number): Promise<readonly Candle[]> => {
      const own = history.current;
      if (own.hasBegun) return Promise.resolve([]);
      return new Promise((resolve) => {
        const ask = () => {
          setFailed(undefined);
          load(windowUntil(Math.floor(beforeMs / 1000) - 1)).then(
            (candles) => {
              own.hasBegun = !isWhole(candles);
              resolve(candles);
            },
            () => {
              if (history.current === own) setFailed({ key, again: ask });
            },
          );
        };
        ask();
      });
    },
    [key, load],
  );
  const current = failed?.key === key ? failed : undefined;
  return { load: loadBefore, isFailed: current !== undefined, retry: current?.again };
}
