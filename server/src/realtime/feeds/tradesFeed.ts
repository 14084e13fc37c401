/** `trades:<symbol>`: the tape, one message per batch of ticks. */
import * as z from 'zod/mini';
import type { Tick } from '@halyard/contract/market/calls';
import { tradesData } from '@halyard/contract/realtime/rooms';
import { createRefresher } from '../refresher.ts';
import type { FeedContext, RoomFeed } from './roomFeed.ts';

/** Ticks in the snapshot. */
const SHOWN = 50;
/**
 * Most ticks of one message: a feed that catches up would otherwise send hours of them, of which a tape shows only the
 * end.
 */
const BATCH_MAX = 200;

/** Creates the feed of one tape. */
export function createTradesFeed(symbol: string, context: FeedContext): RoomFeed {
  let tape: readonly Tick[] = [];
  let isOpen = false;
  const lastSeq = () => tape.at(-1)?.seq ?? 0;
  const add = (ticks: readonly Tick[]) => {
    const fresh = ticks.filter((tick) => tick.seq > lastSeq()).slice(-BATCH_MAX);
    if (fresh.length === 0) return;
    tape = [...tape, ...fresh].slice(-SHOWN);
    context.publish(z.encode(tradesData, fresh));
  };
  const read = async (limit: number) => (await context.sources.readTicks(symbol, limit)).toReversed();
  // Only when an event was missed: normally events contain the ticks.
  const refresher = createRefresher({
    everyMs: context.settings.klineEveryMs,
    onError: context.onError,
    work: async () => add(await read(BATCH_MAX)),
  });
  return {
    async open() {
      tape = await read(SHOWN);
      isOpen = true;
      refresher.start();
    },
    snapshot: () => z.encode(tradesData, [...tape]),
    onEvent(event) {
      if (event.type !== 'ticks-appended') return;
      const [first] = event.ticks;
      if (first === undefined) return;
      if (isOpen && first.seq <= lastSeq() + 1) add(event.ticks);
      else refresher.touch();
    },
    close: refresher.close,
  };
}
