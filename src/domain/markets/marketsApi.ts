import type { AnswerOf } from '@halyard/contract/call';
import { listMarkets } from '@halyard/contract/market/calls';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import { toCall, type CallMeta } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { streamLive } from '../../shared/realtime/streamLive.ts';
import type { AppExtra } from '../../shared/store/rootState.ts';
import { saveSnapshot } from './marketSnapshot.ts';
import { marketGroups, marketsDataOf, mergeMarkets, replaceMarkets, type MarketsData } from './marketsData.ts';

/** Markets with live tickers. Prices flash when they move, at most three times a second (WCAG 2.3.1). */
const TICKER_PACE_MS = 340;

const marketsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listMarkets: build.query<MarketsData, void>({
      query: () => toCall(listMarkets, {}),
      transformResponse: (groups: AnswerOf<typeof listMarkets>, meta) => marketsDataOf(groups, receivedAtMs(meta)),
      providesTags: [{ type: 'Market', id: 'LIST' }],
      extraOptions: { cache: { answerOf: marketGroups } },
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
  }),
});

export const { useListMarketsQuery } = marketsApi;
export const { endpoints: marketEndpoints } = marketsApi;

/** When an answer was received: now, unless it was cached. */
function receivedAtMs(meta: CallMeta | undefined): number {
  return meta?.fetchedAt === undefined ? Date.now() : Date.parse(meta.fetchedAt);
}
