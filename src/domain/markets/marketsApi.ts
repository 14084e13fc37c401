/** Markets, candles, book and tape, live where there is a room for them (specification, section 7, "Market"). */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import {
  getDepth,
  listCandles,
  listMarkets,
  listTicks,
  type Book,
  type Candle,
  type Tick,
} from '@halyard/contract/calls/markets';
import { applyDepth } from '@halyard/contract/realtime/depth';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { keepLive } from '../../shared/realtime/keepLive.ts';
import type { AppExtra } from '../../shared/store/rootState.ts';
import { marketsDataOf, mergeMarkets, replaceMarkets, type MarketsData } from './marketsData.ts';

/** How many entries of the tape are kept. */
const TAPE_LENGTH = 50;

const marketsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listMarkets: build.query<MarketsData, void>({
      query: () => toCall(listMarkets, {}),
      transformResponse: (groups: AnswerOf<typeof listMarkets>) => marketsDataOf(groups, Date.now()),
      providesTags: [{ type: 'Market', id: 'LIST' }],
      onCacheEntryAdded: (_request, entry) =>
        keepLive((entry.extra as AppExtra).realtime, entry, {
          room: rooms.ticker,
          codec: roomCodecs.ticker,
          onSnapshot: (_data, all) => replaceMarkets(all, Date.now()),
          onMessage: (data, changed) => mergeMarkets(data, changed, Date.now()),
        }),
    }),
    /** The book of a market by symbol. Its deltas continue the room's own snapshot, so it must not be fetched anew once it streams. */
    getBook: build.query<Book, string>({
      query: (symbol) => toCall(getDepth, { symbol }),
      keepUnusedDataFor: 5,
      onCacheEntryAdded: (symbol, entry) =>
        keepLive((entry.extra as AppExtra).realtime, entry, {
          room: rooms.depth(symbol),
          codec: roomCodecs.depth,
          onSnapshot: (_book, snapshot): Book => ({ symbol, ...snapshot }),
          onMessage: (book, delta): Book => ({ symbol, ...applyDepth(book, delta) }),
        }),
    }),
    /** The tape of a market by symbol, newest first. */
    listTrades: build.query<readonly Tick[], string>({
      query: (symbol) => toCall(listTicks, { symbol, limit: TAPE_LENGTH }),
      keepUnusedDataFor: 5,
      onCacheEntryAdded: (symbol, entry) =>
        keepLive((entry.extra as AppExtra).realtime, entry, {
          room: rooms.trades(symbol),
          codec: roomCodecs.trades,
          // A snapshot may come from a new tick log, whose positions start again.
          onSnapshot: (_tape, newest) => withTicks([], newest),
          onMessage: (tape, ticks) => withTicks(tape, ticks),
        }),
    }),
    listCandles: build.query<readonly Candle[], RequestOf<typeof listCandles>>({
      query: (request) => toCall(listCandles, request),
      // The chart keeps its own candles; the cache only saves asking twice.
      keepUnusedDataFor: 10,
    }),
  }),
});

export const { useListMarketsQuery, useGetBookQuery, useListTradesQuery } = marketsApi;
export const { endpoints: marketEndpoints } = marketsApi;

/** The tape with ticks in any order, newest first, none twice. */
export function withTicks(tape: readonly Tick[], ticks: readonly Tick[]): readonly Tick[] {
  const known = new Set(tape.map((tick) => tick.seq));
  const fresh = ticks.filter((tick) => !known.has(tick.seq));
  if (fresh.length === 0) return tape;
  return [...fresh, ...tape].sort((a, b) => b.seq - a.seq).slice(0, TAPE_LENGTH);
}
