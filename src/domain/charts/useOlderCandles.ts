/** Loads older candles as the chart is panned left. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Candle } from '@halyard/contract/market/calls';
import { isWhole, windowUntil } from '../markets/candleWindow.ts';

type LoadCandles = (window: { readonly fromSeconds: number; readonly toSeconds: number }) => Promise<readonly Candle[]>;

/**
 * `load` returns the candles before a moment, or none at the start of the history. A failed load is not retried by
 * itself, since the chart asks again with every tick: `isFailed` is set, and `retry` loads for the waiting chart. A new
 * `key` starts another history.
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
