/** Markets, candles, book and tape, live where there is a room for them (specification, section 7, "Market"). */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { getDepth, listCandles, listMarkets, listTicks, type Candle, type Tick } from '@halyard/contract/calls/markets';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import { toCall, type CallMeta } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { streamLive } from '../../shared/realtime/streamLive.ts';
import type { AppExtra } from '../../shared/store/rootState.ts';
import { isNewestWindow } from './candleWindow.ts';
import { answeredBook, bookRoom, type LiveBook } from './liveBook.ts';
import { saveSnapshot } from './marketSnapshot.ts';
import { marketGroups, marketsDataOf, mergeMarkets, replaceMarkets, type MarketsData } from './marketsData.ts';

/** How many entries of the tape are kept. */
const TAPE_LENGTH = 50;
/** Prices flash when they move, which may not be more than three times a second. */
const TICKER_PACE_MS = 340;
/** Of so many markets the candles are readable without a network: those that were looked at last. */
const KEPT_MARKETS = 5;
/** New entries are marked by a flash, which may not come more than three times a second. */
const TAPE_PACE_MS = 350;

const marketsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listMarkets: build.query<MarketsData, void>({
      query: () => toCall(listMarkets, {}),
      transformResponse: (groups: AnswerOf<typeof listMarkets>, meta) => marketsDataOf(groups, heardAtMs(meta)),
      providesTags: [{ type: 'Market', id: 'LIST' }],
      extraOptions: { keeps: { answerOf: marketGroups } },
      onCacheEntryAdded: async (_request, entry) => {
        const live = streamLive((entry.extra as AppExtra).realtime, entry, {
          room: rooms.ticker,
          codec: roomCodecs.ticker,
          onSnapshot: (_data, all) => replaceMarkets(all, Date.now()),
          onMessage: (data, changed) => mergeMarkets(data, changed, Date.now()),
          paceMs: TICKER_PACE_MS,
        });
        await Promise.all([live, saveSnapshot(entry)]);
      },
    }),
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
    listCandles: build.query<readonly Candle[], RequestOf<typeof listCandles>>({
      query: (request) => toCall(listCandles, request),
      // The chart keeps its own candles; the cache only saves asking twice.
      keepUnusedDataFor: 10,
      extraOptions: { keeps: { nameOf: candlesName, familyOf: candlesFamily } },
    }),
  }),
});

export const { useListMarketsQuery, useGetBookQuery, useListTradesQuery } = marketsApi;
export const { endpoints: marketEndpoints } = marketsApi;

/** When an answer was heard: now, unless it was kept. */
function heardAtMs(meta: CallMeta | undefined): number {
  return meta?.fetchedAt === undefined ? Date.now() : Date.parse(meta.fetchedAt);
}

type CandleRequest = RequestOf<typeof listCandles>;

function candlesName(request: CandleRequest): string | undefined {
  return isNewestWindow(request) ? `${request.symbol} ${request.period}` : undefined;
}

function candlesFamily({ symbol }: CandleRequest) {
  return { name: 'candles', member: symbol, max: KEPT_MARKETS };
}

/** The tape with ticks in any order, newest first, none twice. */
export function withTicks(tape: readonly Tick[], ticks: readonly Tick[]): readonly Tick[] {
  const known = new Set(tape.map((tick) => tick.seq));
  const fresh = ticks.filter((tick) => !known.has(tick.seq));
  if (fresh.length === 0) return tape;
  return [...fresh, ...tape].sort((a, b) => b.seq - a.seq).slice(0, TAPE_LENGTH);
}
