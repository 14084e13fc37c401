/** `kline:<symbol>:<period>`: the open candle, and the final state of each one that closed meanwhile. */
import * as z from 'zod/mini';
import type { Candle, Period } from '@halyard/contract/market/calls';
import { klineData, type KlineData } from '@halyard/contract/realtime/rooms';
import { createRefresher } from '../refresher.ts';
import type { FeedContext, RoomFeed } from './roomFeed.ts';

/**
 * A feed that catches up may close hours of candles at once; a client that finds a gap between two candles requests the
 * missing ones.
 */
const BURST_MAX = 100;

/** Creates the feed of a market's candles of one period. */
export function createKlineFeed(symbol: string, period: Period, context: FeedContext): RoomFeed {
  const { sources } = context;
  let sent: KlineData | undefined;
  let at: string | undefined;
  const refresher = createRefresher({
    everyMs: context.settings.klineEveryMs,
    onError: context.onError,
    async work() {
      for (const next of (await read()).slice(-BURST_MAX)) {
        if (sent !== undefined && isSame(sent, next)) continue;
        sent = next;
        context.publish(z.encode(klineData, next));
      }
    },
  });
  const read = async (): Promise<readonly KlineData[]> => {
    const candles =
      sent === undefined
        ? [await sources.readOpenCandle(symbol, period)]
        : await sources.readCandlesFrom(symbol, period, sent.openedAtSeconds);
    const clock = at;
    if (clock === undefined) return [];
    return candles.flatMap((candle) => (candle === undefined ? [] : [toKline(candle, period, clock)]));
  };
  return {
    async open() {
      const [newest] = await sources.readTicks(symbol, 1);
      at ??= newest?.at;
      sent = (await read()).at(-1);
      refresher.start();
    },
    snapshot: () => (sent === undefined ? null : z.encode(klineData, sent)),
    onEvent(event) {
      if (event.type !== 'ticks-appended') return;
      at = event.ticks.at(-1)?.at ?? at;
      refresher.touch();
    },
    close: refresher.close,
  };
}

function toKline(candle: Candle, period: Period, at: string): KlineData {
  const { openedAtSeconds, openedAtMs, open, high, low, close, volume, turnover } = candle;
  return { period, openedAtSeconds, openedAtMs, open, high, low, close, volume, turnover, at };
}

// A tick that only moves the clock is sent too: it distinguishes a quiet market from a dead one.
function isSame(a: KlineData, b: KlineData): boolean {
  const fields = ['openedAtSeconds', 'at', 'open', 'high', 'low', 'close', 'volume', 'turnover'] as const;
  return fields.every((name) => a[name] === b[name]);
}
