import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback } from 'react';
import { getDepth, listTicks, type Tick } from '@halyard/contract/market/calls';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { streamLive } from '../../shared/realtime/streamLive.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import type { AppExtra } from '../../shared/store/rootState.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { answeredBook, bookRoom, type LiveBook } from './liveBook.ts';
import { errorOf } from './useMarkets.ts';

/** Length of the cached tape. */
const TAPE_LENGTH = 50;

/** New entries flash, at most three times a second (WCAG 2.3.1). */
const TAPE_PACE_MS = 350;

const bookApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Order book of a market by symbol. Deltas continue the room's own snapshot, so it must not be refetched while it
     * streams.
     */
    getBook: build.query<LiveBook, string>({
      query: (symbol) => toCall(getDepth, { symbol }),
      transformResponse: answeredBook,
      keepUnusedDataFor: 5,
      onCacheEntryAdded: (symbol, entry) => streamLive((entry.extra as AppExtra).realtime, entry, bookRoom(symbol)),
    }),
    /** Trades of a market by symbol, newest first. */
    listTrades: build.query<readonly Tick[], string>({
      query: (symbol) => toCall(listTicks, { symbol, limit: TAPE_LENGTH }),
      keepUnusedDataFor: 5,
      onCacheEntryAdded: (symbol, entry) =>
        streamLive((entry.extra as AppExtra).realtime, entry, {
          room: rooms.trades(symbol),
          codec: roomCodecs.trades,
          // A snapshot may come from a new tick log whose sequence restarts.
          onSnapshot: (_tape, newest) => withTicks([], newest),
          onMessage: (tape, ticks) => withTicks(tape, ticks),
          paceMs: TAPE_PACE_MS,
        }),
    }),
  }),
});

export const { useGetBookQuery, useListTradesQuery, endpoints: bookEndpoints } = bookApi;

/** A book without updates for this long may not be traded on. */
const STALE_AFTER_MS = 5000;

/** The live book of a market; `isStale` when it may be wrong and must not be traded on. */
export function useBook(symbol: string | undefined) {
  const isSilent = useIsStale();
  // While it streams, a refetch would only bring an older book.
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

/** The live trades of a market, newest first. */
export function useTrades(symbol: string | undefined) {
  const { data, error, refetch } = useListTradesQuery(symbol ?? skipToken);
  return { trades: data, error: errorOf(data, error), retry: refetch };
}

/** Adds ticks in any order to the tape, newest first, without duplicates. */
export function withTicks(tape: readonly Tick[], ticks: readonly Tick[]): readonly Tick[] {
  const known = new Set(tape.map((tick) => tick.seq));
  const fresh = ticks.filter((tick) => !known.has(tick.seq));
  if (fresh.length === 0) return tape;
  return [...fresh, ...tape].sort((a, b) => b.seq - a.seq).slice(0, TAPE_LENGTH);
}
