/**
 * The exchange's clock by which options end: its last price and the time since. The device's own clock may be wrong by
 * any amount, and may be set anew while an option runs; the time that has passed is told by the page's.
 */
import { useCallback, useEffect, useRef } from 'react';
import { serverTimeMs } from '../../shared/time/serverClock.ts';

/** A reading of the exchange's clock, of a price as it came in or made up of one. Milliseconds. */
export type ExchangeClock = () => number;

/**
 * The clock of a market, given the instant of its newest price. What took longest on its way tells the least: of all
 * prices that were heard the one that came fastest is counted from. Before any, the clock of the exchange's answers.
 */
export function useExchangeClock(asOf: string | null | undefined): ExchangeClock {
  const aheadMs = useRef<number>(undefined);
  useEffect(() => {
    if (asOf == null) return;
    const heardMs = Date.parse(asOf) - performance.now();
    aheadMs.current = Math.max(heardMs, aheadMs.current ?? heardMs);
  }, [asOf]);
  return useCallback(
    () => (aheadMs.current === undefined ? serverTimeMs(Date.now()) : performance.now() + aheadMs.current),
    [],
  );
}
