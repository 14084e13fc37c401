/** Which candles to ask for: windows in whole candles, counted back from an instant. */
import type { RequestOf } from '@halyard/contract/call';
import { CANDLES_MAX, type Candle, type listCandles, type Period } from '@halyard/contract/market/calls';
import type { KlineData } from '@halyard/contract/realtime/rooms';

type CandleRequest = RequestOf<typeof listCandles>;

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

/**
 * A month is counted at its longest: a window then holds at least as many candles as were asked for, and the answer is
 * cut by the server.
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

/**
 * How many candles the first load brings, and how many are readable without a network: two screens of history at the
 * usual zoom.
 */
export const LOAD_COUNT = 500;

/** Whether a request is for the newest candles of a market, rather than for older ones or those of a gap. */
export function isNewestWindow({ period, fromSeconds, toSeconds }: CandleRequest): boolean {
  return toSeconds - fromSeconds === LOAD_COUNT * (PERIOD_SECONDS[period as Period] ?? 0);
}

/** The window of the last `count` candles that open at or before an instant. */
export function windowBefore(period: Period, endSeconds: number, count: number) {
  const length = Math.min(count, CANDLES_MAX) * PERIOD_SECONDS[period];
  return { fromSeconds: Math.max(0, endSeconds - length), toSeconds: endSeconds };
}

/**
 * Everything until an instant: of that the newest {@link CANDLES_MAX} candles are answered, so a market that stood
 * still for a year does not look like one that began then.
 */
export function windowUntil(endSeconds: number) {
  return { fromSeconds: 0, toSeconds: Math.max(0, endSeconds) };
}

/** Whether an answer holds as many candles as one can; otherwise nothing came before them. */
export function isWhole(candles: readonly Candle[]): boolean {
  return candles.length >= CANDLES_MAX;
}

/** A message of a `kline:` room as the candle that it stands for. */
export function candleOf(live: KlineData): Candle {
  const { openedAtSeconds, openedAtMs, period, open, high, low, close, volume, turnover } = live;
  return { openedAtSeconds, openedAtMs, period, open, high, low, close, volume, turnover };
}
