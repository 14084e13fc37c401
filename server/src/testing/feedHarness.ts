/** A feed on a database of its own, stepped by a clock that the test moves. */
import { createLocalBus } from '../events/eventBus.ts';
import type { ExchangeEvent } from '../events/events.ts';
import type { OpenDatabase } from '../db/connect.ts';
import type { FeedLog } from '../market/appendDue.ts';
import { openFeedSession, type FeedSession } from '../market/feedSession.ts';
import type { FeedSource } from '../market/feeds/feed.ts';
import type { Waiting } from '../market/sweepJob.ts';
import { keepOldPrices } from './scriptedFeed.ts';
import { createTestClock, type TestClock } from './testClock.ts';
import { openTestDatabase } from './testDatabase.ts';

export type FeedHarness = OpenDatabase & {
  readonly clock: TestClock;
  readonly events: ReturnType<typeof createLocalBus>;
  /** All published events, oldest first. */
  readonly published: ExchangeEvent[];
  /** Details that the feed logged at level error. */
  readonly failures: object[];
  /** Messages that it logged at level info. */
  readonly notes: string[];
  readonly log: FeedLog;
  /** Starts a feed as a fresh process would: it knows only the database. */
  startFeed(source: FeedSource, waiting?: readonly Waiting[]): Promise<FeedSession>;
};

/** An empty exchange whose clock starts at `startMs`. */
export async function createFeedHarness(startMs: number): Promise<FeedHarness> {
  const database = await openTestDatabase();
  await keepOldPrices(database.db);
  const clock = createTestClock(startMs);
  const failures: object[] = [];
  const notes: string[] = [];
  const log: FeedLog = {
    info: (_details, message) => void notes.push(message),
    warn: () => undefined,
    error: (details) => void failures.push(details),
  };
  const events = createLocalBus({ warn: log.warn, error: log.error } as Parameters<typeof createLocalBus>[0]);
  const published: ExchangeEvent[] = [];
  events.subscribe((event) => void published.push(event));
  return {
    ...database,
    clock,
    events,
    published,
    failures,
    notes,
    log,
    startFeed: (source, waiting) =>
      openFeedSession({
        db: database.db,
        events,
        clock,
        source,
        log,
        confirmLead: async () => undefined,
        ...(waiting && { waiting }),
      }),
  };
}

/** Steps until nothing is due any more and the whole past is folded. Throws when the feed does not get there. */
export async function catchUp(session: FeedSession): Promise<void> {
  for (let steps = 0; steps < 1000; steps += 1) {
    if (!(await session.step()).isCaughtUp) continue;
    while (await session.foldPast());
    return;
  }
  throw new Error('the feed does not catch up with its clock');
}
