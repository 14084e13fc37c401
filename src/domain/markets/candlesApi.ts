import type { RequestOf } from '@halyard/contract/call';
import { listCandles, CANDLES_MAX, type Candle, type Period } from '@halyard/contract/market/calls';
import type { KlineData } from '@halyard/contract/realtime/rooms';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

// Windows of whole candles to request, counted back from an instant.

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/**
 * A month counts at its longest: the window then holds at least the requested candles, and the server cuts the answer.
 */
export const PERIOD_SECONDS: Readonly<Record<Period, number>> = {
  '1min': MINUTE_SECONDS,
  '5min': 5 * MINUTE_SECONDS,
  '15min': 15 * MINUTE_SECONDS,
  '30min': 30 * MINUTE_SECONDS,
  '60min': 60 * MINUTE_SECONDS,
  '4hour': 240 * MINUTE_SECONDS,
  '12hour': 720 * MINUTE_SECONDS,
  '1day': DAY_SECONDS,
  '1week': 7 * DAY_SECONDS,
  '1mon': 31 * DAY_SECONDS,
};

/** Candles of the first load, also the number cached for offline use: two screens at the default zoom. */
export const LOAD_COUNT = 500;

/** Whether a request is for a market's newest candles, not for older ones or a gap. */
function isNewestWindow({ period, fromSeconds, toSeconds }: CandleRequest): boolean {
  return toSeconds - fromSeconds === LOAD_COUNT * (PERIOD_SECONDS[period as Period] ?? 0);
}

/** The window of the last `count` candles that open at or before an instant. */
export function windowBefore(period: Period, endSeconds: number, count: number) {
  const length = Math.min(count, CANDLES_MAX) * PERIOD_SECONDS[period];
  return { fromSeconds: Math.max(0, endSeconds - length), toSeconds: endSeconds };
}

/**
 * Everything up to an instant: the answer holds the newest {@link CANDLES_MAX} candles, so a market without trades for
 * a year does not look new.
 */
export function windowUntil(endSeconds: number) {
  return { fromSeconds: 0, toSeconds: Math.max(0, endSeconds) };
}

/** Whether an answer holds the maximum of candles; otherwise there are no earlier ones. */
export function isWhole(candles: readonly Candle[]): boolean {
  return candles.length >= CANDLES_MAX;
}

/** Converts a message of a `kline:` room to a candle. */
export function candleOf(live: KlineData): Candle {
  const { openedAtSeconds, openedAtMs, period, open, high, low, close, volume, turnover } = live;
  return { openedAtSeconds, openedAtMs, period, open, high, low, close, volume, turnover };
}

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
