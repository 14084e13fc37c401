/**
 * Takes what users are told for their browsers, in the transaction that tells it: each message once for each browser,
 * whichever node tells it.
 */
import type { UserId } from '@halyard/contract/ids';
import type { Clock } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import { addJob } from '../../jobs/job.ts';
import type { NotifiedEvent } from '../../events/userEvents.ts';
import { selectNews } from './pushRepository.ts';

/** The due work of one push; carries a `NewsOfBrowser`. */
export const PUSH = 'push';

/** What happened longer ago is no news. */
const NEWS_MS = 600_000;
/** Of one user, of what is told at once; who gets more than that has them in the message centre. */
const NEWS_MAX = 20;

/** Makes the function that writes down which browser is to get what. */
export function createTakeNews(clock: Clock) {
  return async (tx: Transaction, told: readonly NotifiedEvent[]): Promise<void> => {
    const nowMs = clock.nowMs();
    const newsFrom = new Date(nowMs - NEWS_MS).toISOString();
    const newest = newestOfEach(told.filter(({ at }) => at > newsFrom));
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

function newestOfEach(told: readonly NotifiedEvent[]): NotifiedEvent[] {
  const counts = new Map<UserId, number>();
  return told.toReversed().filter(({ userId }) => {
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    return count <= NEWS_MAX;
  });
}
