/** `ticker`: all markets, and those that changed. */
import * as z from 'zod/mini';
import { tickerData } from '@halyard/contract/realtime/rooms';
import { createRefresher } from '../refresher.ts';
import type { FeedContext, RoomFeed } from './roomFeed.ts';

type Row = { readonly wire: object; readonly text: string };

/**
 * Creates the feed of all tickers. It reads at regular intervals and not at every event: the figures are of a rolling
 * day, so they also change without events, and the events of all markets together would be too many.
 */
export function createTickerFeed(context: FeedContext): RoomFeed {
  let sent = new Map<number, Row>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const read = async (): Promise<Map<number, Row>> => {
    const markets = await context.sources.listTickers();
    const wire = z.encode(tickerData, [...markets]);
    return new Map(wire.map((row) => [row.id as number, { wire: row, text: JSON.stringify(row) }]));
  };
  const refresher = createRefresher({
    everyMs: context.settings.tickerEveryMs,
    onError: context.onError,
    async work() {
      const next = await read();
      const changed = [...next].filter(([id, row]) => sent.get(id)?.text !== row.text).map(([, row]) => row.wire);
      sent = next;
      if (changed.length > 0) context.publish(changed);
    },
  });
  return {
    async open() {
      sent = await read();
      if (isClosed) return;
      timer = setInterval(refresher.touch, context.settings.tickerEveryMs);
      refresher.start();
    },
    snapshot: () => Array.from(sent.values(), (row) => row.wire),
    onEvent: () => undefined,
    close() {
      isClosed = true;
      clearInterval(timer);
      refresher.close();
    },
  };
}
