/**
 * The exchange's clock, by which candles close and options expire, from its last price and the time since. The device's
 * clock may be wrong or change meanwhile; elapsed time comes from the page's clock.
 */
import { useCallback, useEffect, useRef } from 'react';
import { serverTimeMs } from './serverClock.ts';

/** A clock reading from a price event, or interpolated from one (milliseconds). */
export type ExchangeClock = () => number;

/**
 * The clock of a market, from the time of its newest price. The price that arrived with the least delay is the
 * reference. Before the first price: the clock of the exchange's answers.
 */
export function useExchangeClock(asOf: string | null | undefined): ExchangeClock {
  const aheadMs = useRef<number>(undefined);
  useEffect(() => {
    if (asOf == null) return;
    const offsetMs = Date.parse(asOf) - performance.now();
    aheadMs.current = Math.max(offsetMs, aheadMs.current ?? offsetMs);
  }, [asOf]);
  return useCallback(
    () => (aheadMs.current === undefined ? serverTimeMs(Date.now()) : performance.now() + aheadMs.current),
    [],
  );
}
