/**
 * Queues pushes for user events, in the transaction of the event notifier: each message once for each browser, on
 * whichever node it happens.
 */
import type { UserId } from '@halyard/contract/ids';
import type { Clock } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import { addJob } from '../../jobs/jobsTable.ts';
import type { NotifiedEvent } from '../../events/userEvents.ts';
import { selectNews } from './pushRepository.ts';

/** The job of one push; carries a `NewsOfBrowser`. */
export const PUSH = 'push';

/** Older events are not pushed. */
const NEWS_MS = 600_000;
/** Maximum for one user and one batch of events; the rest is in the message centre only. */
const NEWS_MAX = 20;

/** Makes the function that stores which browser gets which message. */
export function createTakeNews(clock: Clock) {
  return async (tx: Transaction, notified: readonly NotifiedEvent[]): Promise<void> => {
    const nowMs = clock.nowMs();
    const newsFrom = new Date(nowMs - NEWS_MS).toISOString();
    const newest = newestOfEach(notified.filter(({ at }) => at > newsFrom));
    const news = newest.length === 0 ? [] : await selectNews(tx, newest, nowMs);
    await addJob(
      tx,
      news.map((payload) => ({
        kind: PUSH,
        key: `${payload.subscriptionId} ${payload.messageId}`,
        dueAtMs: nowMs,
        payload,
      })),
    );
  };
}

function newestOfEach(notified: readonly NotifiedEvent[]): NotifiedEvent[] {
  const counts = new Map<UserId, number>();
  return notified.toReversed().filter(({ userId }) => {
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    return count <= NEWS_MAX;
  });
}
