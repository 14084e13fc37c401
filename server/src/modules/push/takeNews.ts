/** What is new in the message centre of users who get pushes, taken for their browsers. */
import type { UserId } from '@halyard/contract/calls/ids';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { selectMessages } from '../messages/messageRepository.ts';
import { claimPushes, selectSubscribers, type Subscriber } from './pushRepository.ts';

type NewsDeps = { readonly db: Database; readonly clock: Clock };

/** What happened longer ago is no news. */
const NEWS_MS = 600_000;
/** Of one user, in one look; who gets more than that has them in the message centre. */
const NEWS_MAX = 20;

/** Takes what is new for these users, once over all nodes. Users without a browser that gets pushes cost one query together. */
export async function takeNews(deps: NewsDeps, userIds: readonly UserId[], serverKey: string): Promise<void> {
  const subscribers = await selectSubscribers(deps.db, userIds, { serverKey, nowMs: deps.clock.nowMs() });
  for (const userId of new Set(subscribers.map((subscriber) => subscriber.userId))) {
    await takeNewsOf(
      deps,
      userId,
      subscribers.filter((subscriber) => subscriber.userId === userId),
    );
  }
}

/** What was read already, on a device that is open, needs no push. */
async function takeNewsOf({ db, clock }: NewsDeps, userId: UserId, subscribers: readonly Subscriber[]): Promise<void> {
  const nowMs = clock.nowMs();
  const newerThan = new Date(nowMs - NEWS_MS).toISOString();
  const news = await selectMessages(db, userId, { newerThan, limit: NEWS_MAX });
  const pushes = subscribers.flatMap(({ id, categories, since }) =>
    news
      .filter(({ category, at, isRead }) => !isRead && at > since && categories.includes(category))
      .map(({ messageId }) => ({ subscriptionId: id, messageId })),
  );
  await claimPushes(db, pushes, nowMs);
}
