/** Book and tape of a market for the screens, live. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback } from 'react';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { useGetBookQuery, useListTradesQuery } from './bookApi.ts';
import { errorOf } from './useMarkets.ts';

/** A book that its room has not told on for so long is not traded on. */
const STALE_AFTER_MS = 5000;

/** The live book of a market; `isStale` when it may be wrong and must not be traded on. */
export function useBook(symbol: string | undefined) {
  const isSilent = useIsStale();
  // Once it streams, another fetch would only put back an older book.
  const { data, error, refetch } = useGetBookQuery(symbol ?? skipToken, { refetchOnReconnect: false });
  const brokenAtMs = data?.brokenAtMs;
  const isBroken = useEachSecond((nowMs) => brokenAtMs !== undefined && nowMs - brokenAtMs > STALE_AFTER_MS);
  const isStale = isSilent || isBroken || data?.isTorn === true;
  const hasBook = data !== undefined;
  const retry = useCallback(() => {
    if (!hasBook) void refetch();
  }, [hasBook, refetch]);
  return { book: data, error: errorOf(data, error), isStale, retry };
}

/** The live tape of a market, newest first. */
export function useTrades(symbol: string | undefined) {
  const { data, error, refetch } = useListTradesQuery(symbol ?? skipToken);
  return { trades: data, error: errorOf(data, error), retry: refetch };
}
