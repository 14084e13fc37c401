/** Feeds the prices of the last minutes to a chart, one candle a second, bypassing the store. */
import { max, min, ZERO } from '@halyard/contract/money';
import { SECOND_MS } from '@halyard/contract/time';
import { useEffect, useState } from 'react';
import type { Tick } from '@halyard/contract/market/calls';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import { useCandleSource, type CandleSource, type ChartCandle } from '../../shared/charts/candleSource.ts';
import { useRealtime } from '../../shared/realtime/useRealtime.ts';
import { useAppDispatch } from '../../shared/store/hooks.ts';
import { optionsApi } from './optionsApi.ts';

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

// Ticks as candles of one second, so that each chart position is a moment.

/** A longer gap is not drawn as a constant price. */
const STILL_MAX_SECONDS = 60;

type Target = Pick<CandleSource, 'setCandles' | 'applyLive'>;

/**
 * Feeds a chart source. `begin` takes the loaded ticks, `take` live ones; duplicates and order do not matter. Ticks
 * before `begin` are buffered.
 */
export function createSecondCandles(source: Target) {
  let waiting: readonly Tick[] = [];
  let lastSeq: number | undefined;
  let newest: ChartCandle | undefined;
  const follow = (ticks: readonly Tick[], apply: (candle: ChartCandle) => void) => {
    for (const tick of [...ticks].sort((a, b) => a.seq - b.seq)) {
      if (lastSeq !== undefined && tick.seq <= lastSeq) continue;
      lastSeq = tick.seq;
      for (const candle of candlesOf(newest, tick)) {
        newest = candle;
        apply(candle);
      }
    }
  };
  return {
    begin(read: readonly Tick[], live: readonly Tick[]) {
      const candles = new Map<number, ChartCandle>();
      [lastSeq, newest] = [undefined, undefined];
      follow([...read, ...live, ...waiting], (candle) => candles.set(candle.openedAtMs, candle));
      waiting = [];
      source.setCandles([...candles.values()]);
    },
    take(ticks: readonly Tick[]) {
      if (newest === undefined) waiting = [...waiting, ...ticks];
      else follow(ticks, source.applyLive);
    },
  };
}

/** The candle of a tick, preceded by flat candles for the seconds without ticks. */
function candlesOf(newest: ChartCandle | undefined, { at, price }: Tick): ChartCandle[] {
  const openedAtMs = Math.floor(Date.parse(at) / SECOND_MS) * SECOND_MS;
  const candle = { openedAtMs, open: price, high: price, low: price, close: price, volume: ZERO };
  if (newest === undefined) return [candle];
  const seconds = (openedAtMs - newest.openedAtMs) / SECOND_MS;
  if (seconds <= 0) {
    return [{ ...newest, high: max(newest.high, price), low: min(newest.low, price), close: price }];
  }
  const still = seconds > STILL_MAX_SECONDS ? 0 : seconds - 1;
  const { close } = newest;
  const stood = Array.from({ length: still }, (_, place) => ({
    openedAtMs: newest.openedAtMs + (place + 1) * SECOND_MS,
    open: close,
    high: close,
    low: close,
    close,
    volume: ZERO,
  }));
  return [...stood, candle];
}
