import type { RequestOf } from '@halyard/contract/call';
import { listCandles, type Candle } from '@halyard/contract/market/calls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { isNewestWindow } from './candleWindow.ts';

/** Markets whose candles are cached for offline use: the last ones viewed. */
const CACHED_MARKETS = 5;

type CandleRequest = RequestOf<typeof listCandles>;

export const { endpoints: candleEndpoints } = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listCandles: build.query<readonly Candle[], CandleRequest>({
      query: (request) => toCall(listCandles, request),
      // The chart holds its own candles; the cache only avoids duplicate requests.
      keepUnusedDataFor: 10,
      extraOptions: { cache: { nameOf: candlesName, groupOf: candlesGroup } },
    }),
  }),
});

function candlesName(request: CandleRequest): string | undefined {
  return isNewestWindow(request) ? `${request.symbol} ${request.period}` : undefined;
}

function candlesGroup({ symbol }: CandleRequest) {
  return { name: 'candles', member: symbol, max: CACHED_MARKETS };
}
