/** Markets for the screens: live, each row reading only its own. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback, useState } from 'react';
import type { MarketId } from '@halyard/contract/calls/ids';
import type { Market } from '@halyard/contract/calls/markets';
import type { AppError } from '../../shared/api/appError.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { firstMarket, marketOf, type MarketsData } from './marketsData.ts';
import { lastHeardMs, listedMarkets, readMarketSnapshot, type ListedMarket } from './marketSnapshot.ts';
import { marketEndpoints, useGetBookQuery, useListMarketsQuery, useListTradesQuery } from './marketsApi.ts';

/** A row dims when nothing was heard of its market for so long. */
const QUIET_AFTER_MS = 10_000;
/** A book that its room has not told on for so long is not traded on. */
const STALE_AFTER_MS = 5000;

/**
 * All markets in the exchange's order, live. `data` holds them by id; `updatedAtMs` is when they were last read whole,
 * `asOfMs` when the newest price was heard, where that is not as of now.
 */
export function useMarkets() {
  const isOut = useMoneyBlockedReason() !== undefined;
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useListMarketsQuery();
  const asOfMs = isOut && data !== undefined ? lastHeardMs(data) : undefined;
  const updatedAtMs = asOfMs === undefined ? fulfilledTimeStamp : undefined;
  return { data, error: errorOf(data, error), isFetching, refetch, updatedAtMs, asOfMs };
}

/** One market by symbol, live. `isMissing` when the exchange has no such market. */
export function useMarket(symbol: string | undefined) {
  return useFoundMarket((data) => marketOf(data, symbol));
}

/**
 * The market that an address names, or the first of all where it names none; live. `isMissing` when the exchange has no
 * such market.
 */
export function useNamedMarket(symbol: string | null) {
  return useFoundMarket((data) => (symbol === null ? firstMarket(data) : marketOf(data, symbol)));
}

function useFoundMarket(find: (data: MarketsData | undefined) => Market | undefined) {
  return useListMarketsQuery(undefined, {
    selectFromResult: ({ data, error }) => {
      const market = find(data);
      return { market, error: errorOf(data, error), isMissing: data !== undefined && market === undefined };
    },
  });
}

/** One market by id, live, for a row of a list. */
export function useMarketRow(id: MarketId) {
  return useListMarketsQuery(undefined, { selectFromResult: ({ data }) => ({ market: data?.byId[id] }) }).market;
}

/** When a market was last heard of (Unix milliseconds), where that is not as of now. */
export function useMarketAsOf(id: MarketId | undefined): number | undefined {
  const isOut = useMoneyBlockedReason() !== undefined;
  return useListMarketsQuery(undefined, {
    selectFromResult: ({ data }) => ({ heardAtMs: isOut && id !== undefined ? data?.heardAtMs[id] : undefined }),
  }).heardAtMs;
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

// What is there is worth more than the news that a later try failed.
function errorOf(data: unknown, error: unknown): AppError | undefined {
  return data === undefined ? (error as AppError | undefined) : undefined;
}

/**
 * The newest figures of a market in a list; what the list was made with where the exchange has not answered. Asks for
 * nothing itself.
 */
export function useListedMarket(listed: ListedMarket): ListedMarket {
  // A hook of the query would cost ten times as much, which counts where rows are drawn with each key of a search.
  return useAppSelector((state) => selectMarkets(state).data?.byId[listed.id]) ?? listed;
}

const selectMarkets = marketEndpoints.listMarkets.select();

/**
 * All markets for a list: live, or as they were last known while the exchange is out of reach; then `asOfMs` says since
 * when.
 */
export function useListedMarkets() {
  const { data, error, isFetching, refetch, asOfMs } = useMarkets();
  const isOffline = useMoneyBlockedReason() !== undefined;
  const [snapshot] = useState(readMarketSnapshot);
  const retry = useCallback(() => void refetch(), [refetch]);
  const request = { error, isFetching, retry };
  if (data !== undefined) {
    return { ...request, markets: listedMarkets(data), asOfMs };
  }
  const kept = isOffline || error !== undefined ? snapshot : undefined;
  return { ...request, markets: kept?.markets, asOfMs: kept?.asOfMs };
}
