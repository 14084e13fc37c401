/** Candles before those that a chart has, as one pans left. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Candle } from '@halyard/contract/market/calls';
import { isWhole, windowUntil } from '../markets/candleWindow.ts';

type LoadCandles = (window: { readonly fromSeconds: number; readonly toSeconds: number }) => Promise<readonly Candle[]>;

/**
 * `load` answers the candles before a moment, none where the history begins. A load that fails is not answered:
 * `isFailed` says so, and `retry` asks again for the chart that still waits, so that a chart which is drawn with every
 * tick does not ask with every tick. Another `key` is another history.
 */
export function useOlderCandles(load: LoadCandles, key: string) {
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
