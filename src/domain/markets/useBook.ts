/** Book and tape of a market for the screens, live. */
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

/** How many entries of the tape are kept. */
const TAPE_LENGTH = 50;

/** New entries are marked by a flash, which may not come more than three times a second. */
const TAPE_PACE_MS = 350;

const bookApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The book of a market by symbol. Its deltas continue the room's own snapshot, so it must not be fetched anew once
     * it streams.
     */
    getBook: build.query<LiveBook, string>({
      query: (symbol) => toCall(getDepth, { symbol }),
      transformResponse: answeredBook,
      keepUnusedDataFor: 5,
      onCacheEntryAdded: (symbol, entry) => streamLive((entry.extra as AppExtra).realtime, entry, bookRoom(symbol)),
    }),
    /** The tape of a market by symbol, newest first. */
    listTrades: build.query<readonly Tick[], string>({
      query: (symbol) => toCall(listTicks, { symbol, limit: TAPE_LENGTH }),
      keepUnusedDataFor: 5,
      onCacheEntryAdded: (symbol, entry) =>
        streamLive((entry.extra as AppExtra).realtime, entry, {
          room: rooms.trades(symbol),
          codec: roomCodecs.trades,
          // A snapshot may come from a new tick log, whose positions start again.
          onSnapshot: (_tape, newest) => withTicks([], newest),
          onMessage: (tape, ticks) => withTicks(tape, ticks),
          paceMs: TAPE_PACE_MS,
        }),
    }),
  }),
});

export const { useGetBookQuery, useListTradesQuery, endpoints: bookEndpoints } = bookApi;

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

/** Book and tape of a market, live (specification, section 7, "Market"). */
/** The tape with ticks in any order, newest first, none twice. */
export function withTicks(tape: readonly Tick[], ticks: readonly Tick[]): readonly Tick[] {
  const known = new Set(tape.map((tick) => tick.seq));
  const fresh = ticks.filter((tick) => !known.has(tick.seq));
  if (fresh.length === 0) return tape;
  return [...fresh, ...tape].sort((a, b) => b.seq - a.seq).slice(0, TAPE_LENGTH);
}
