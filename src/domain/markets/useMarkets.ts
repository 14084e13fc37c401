/** Markets for the screens: live, each row reading only its own. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback } from 'react';
import type { MarketId } from '@halyard/contract/calls/ids';
import type { AppError } from '../../shared/api/appError.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { marketOf } from './marketsData.ts';
import { useGetBookQuery, useListMarketsQuery, useListTradesQuery } from './marketsApi.ts';

/** A row dims when nothing was heard of its market for so long. */
const QUIET_AFTER_MS = 10_000;

/** All markets in the exchange's order, live. `data` holds them by id; `updatedAtMs` is when they were last read whole. */
export function useMarkets() {
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useListMarketsQuery();
  return { data, error: errorOf(data, error), isFetching, refetch, updatedAtMs: fulfilledTimeStamp };
}

/** One market by symbol, live. `isMissing` when the exchange has no such market. */
export function useMarket(symbol: string | undefined) {
  return useListMarketsQuery(undefined, {
    selectFromResult: ({ data, error }) => {
      const market = marketOf(data, symbol);
      return { market, error: errorOf(data, error), isMissing: data !== undefined && market === undefined };
    },
  });
}

/** One market by id, live, for a row of a list. */
export function useMarketRow(id: MarketId) {
  return useListMarketsQuery(undefined, { selectFromResult: ({ data }) => ({ market: data?.byId[id] }) }).market;
}

/** Whether nothing was heard of a market for 10 s, so that its row dims. */
export function useIsQuiet(id: MarketId): boolean {
  const { heardAtMs } = useListMarketsQuery(undefined, {
    selectFromResult: ({ data }) => ({ heardAtMs: data?.heardAtMs[id] }),
  });
  return useEachSecond((nowMs) => heardAtMs !== undefined && nowMs - heardAtMs > QUIET_AFTER_MS);
}

/** The live book of a market; `isStale` when it may be wrong and must not be traded on. */
export function useBook(symbol: string | undefined) {
  const isStale = useIsStale();
  // Once it streams, another fetch would only put back an older book.
  const { data, error, refetch } = useGetBookQuery(symbol ?? skipToken, { refetchOnReconnect: false });
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

// What is there is worth more than the news that a later try failed.
function errorOf(data: unknown, error: unknown): AppError | undefined {
  return data === undefined ? (error as AppError | undefined) : undefined;
}
