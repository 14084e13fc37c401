/** `depth:<symbol>`: the book as last sent, and the changes since. */
import * as z from 'zod/mini';
import { depthChanges } from '@halyard/contract/realtime/depth';
import { depthData, type DepthData } from '@halyard/contract/realtime/rooms';
import { createRefresher } from '../refresher.ts';
import type { FeedContext, RoomFeed } from './roomFeed.ts';

const LEVELS = 100;

/** Creates the feed of one book. */
export function createDepthFeed(symbol: string, context: FeedContext): RoomFeed {
  let sent: DepthData | undefined;
  const refresher = createRefresher({
    everyMs: context.settings.depthEveryMs,
    onError: context.onError,
    async work() {
      const next = await read();
      const changes = sent && depthChanges(sent, next);
      sent = next;
      if (changes !== undefined) context.publish(z.encode(depthData, { ...changes, asOf: next.asOf }));
    },
  });
  const read = async (): Promise<DepthData> => {
    const { symbol: _symbol, ...levels } = await context.sources.readBook(symbol, LEVELS);
    return levels;
  };
  return {
    async open() {
      sent = await read();
      refresher.start();
    },
    snapshot: () => sent && z.encode(depthData, sent),
    onEvent(event) {
      // A new tick moves the house's ladder.
      if (event.type === 'book-changed' || event.type === 'ticks-appended') refresher.touch();
    },
    close: refresher.close,
  };
}
