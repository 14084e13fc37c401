import { compare } from '@halyard/contract/money';
import { applyDepth } from '@halyard/contract/realtime/depth';
import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback } from 'react';
import { getDepth, listTicks, type Tick, type Book } from '@halyard/contract/market/calls';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { RoomStatus } from '../../shared/realtime/realtimeTypes.ts';
import { streamLive, type LiveRoom } from '../../shared/realtime/streamLive.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import type { AppExtra } from '../../shared/store/rootState.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { errorOf } from './useMarkets.ts';

// A market's live book, and whether it may be traded on.

export type LiveBook = Book & {
  /** When its room became unreadable (Unix milliseconds, device clock); absent while it is readable. */
  readonly brokenAtMs?: number | undefined;
  /** The next change was inconsistent: this is the last good book, and the room is being read again. */
  readonly isTorn?: boolean | undefined;
};

/** More than ten books a second are not readable. */
const PACE_MS = 100;

/** Whether the best bid reaches the best ask: the exchange matches such a book and never shows it. */
export function isCrossed({ bids, asks }: Pick<Book, 'bids' | 'asks'>): boolean {
  const bid = bids[0]?.[0];
  const ask = asks[0]?.[0];
  return bid !== undefined && ask !== undefined && compare(bid, ask) >= 0;
}

/** The book of a call's answer; an inconsistent one is empty until the room delivers. */
export function answeredBook(book: Book): LiveBook {
  return isCrossed(book) ? { ...book, bids: [], asks: [], isTorn: true } : book;
}

/** How the book's room is read. Every result is a book that the exchange had, or the last such book marked as torn. */
export function bookRoom(symbol: string): LiveRoom<typeof roomCodecs.depth, LiveBook> {
  return {
    room: rooms.depth(symbol),
    codec: roomCodecs.depth,
    onSnapshot: ({ brokenAtMs }, snapshot) => ({ symbol, ...snapshot, brokenAtMs }),
    // No delta applies to a torn book; the requested snapshot holds this change too.
    onMessage: (book, delta) => (book.isTorn === true ? book : { ...book, ...applyDepth(book, delta) }),
    onStatus: withStatus,
    check: (book, before) => (isCrossed(book) ? { ...before, isTorn: true } : book),
    needsSnapshot: ({ isTorn }) => isTorn === true,
    paceMs: PACE_MS,
  };
}

function withStatus(book: LiveBook, { state }: RoomStatus): LiveBook {
  const isBroken = state === 'interrupted' || state === 'refused';
  if (isBroken === (book.brokenAtMs !== undefined)) return book;
  return { ...book, brokenAtMs: isBroken ? Date.now() : undefined };
}

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
