import { useCallback, useState } from 'react';
import type { MarketId } from '@halyard/contract/ids';
import type { Market } from '@halyard/contract/market/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { firstMarket, marketOf, type MarketsData } from './marketsData.ts';
import { lastReceivedMs, listedMarkets, readMarketSnapshot, type ListedMarket } from './marketSnapshot.ts';
import { marketEndpoints, useListMarketsQuery } from './marketsApi.ts';

/** A row dims when its market sent nothing for this long. */
const QUIET_AFTER_MS = 10_000;

/**
 * All markets in the exchange's order, live. `data` holds them by id; `asOfMs` is the time of the newest price when it
 * is not current.
 */
export function useMarkets() {
  const isOut = useMoneyBlockedReason() !== undefined;
  const { data, error, isFetching, refetch } = useListMarketsQuery();
  const asOfMs = isOut && data !== undefined ? lastReceivedMs(data) : undefined;
  const updatedAtMs = asOfMs === undefined && data !== undefined ? ('live' as const) : undefined;
  return { data, error: errorOf(data, error), isFetching, refetch, updatedAtMs, asOfMs };
}

/** One market by symbol, live. `isMissing` when the exchange has no such market. */
export function useMarket(symbol: string | undefined) {
  return useFoundMarket((data) => marketOf(data, symbol));
}

/**
 * The market named by an address, or the first one by default; live. `isMissing` when the exchange has no such market.
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

/** When a market last sent data (Unix milliseconds), if that is not current. */
export function useMarketAsOf(id: MarketId | undefined): number | undefined {
  const isOut = useMoneyBlockedReason() !== undefined;
  return useListMarketsQuery(undefined, {
    selectFromResult: ({ data }) => ({ receivedAtMs: isOut && id !== undefined ? data?.receivedAtMs[id] : undefined }),
  }).receivedAtMs;
}

/** Whether a market sent nothing for 10 s, so that its row dims. */
export function useIsQuiet(id: MarketId): boolean {
  const { receivedAtMs } = useListMarketsQuery(undefined, {
    selectFromResult: ({ data }) => ({ receivedAtMs: data?.receivedAtMs[id] }),
  });
  return useEachSecond((nowMs) => receivedAtMs !== undefined && nowMs - receivedAtMs > QUIET_AFTER_MS);
}

/** The error when there is no data; existing data outweighs a failed later read. */
export function errorOf(data: unknown, error: unknown): AppError | undefined {
  return data === undefined ? (error as AppError | undefined) : undefined;
}

/**
 * The newest figures of a listed market; those of the list while the exchange has not answered. Sends no request
 * itself.
 */
export function useListedMarket(listed: ListedMarket): ListedMarket {
  // A query hook would cost ten times as much, which matters where rows render with each key of a search.
  return useAppSelector((state) => selectMarkets(state).data?.byId[listed.id]) ?? listed;
}

export const selectMarkets = marketEndpoints.listMarkets.select();

/** All markets for a list: live, or cached while the exchange is unreachable; `asOfMs` is then their time. */
export function useListedMarkets() {
  const { data, error, isFetching, refetch, asOfMs } = useMarkets();
  const isOffline = useMoneyBlockedReason() !== undefined;
  const [snapshot] = useState(readMarketSnapshot);
  const retry = useCallback(() => void refetch(), [refetch]);
  const request = { error, isFetching, retry };
  if (data !== undefined) {
    return { ...request, markets: listedMarkets(data), asOfMs };
  }
  const cached = isOffline || error !== undefined ? snapshot : undefined;
  return { ...request, markets: cached?.markets, asOfMs: cached?.asOfMs };
}
