/** User events of subscriptions, and publishing their changes. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Transaction } from '../../db/database.ts';
import type { SubscriptionFacts } from '../../events/messageFacts.ts';
import { writeUserEvents } from '../../events/userEvents.ts';
import type { EventBus } from '../../events/events.ts';
import type { OfferingRecord } from './offeringsRepository.ts';
import type { HeldMoney } from './ledgerEntries.ts';
import type { SavedSubscription } from './subscriptionsRepository.ts';

/** An event of one user's subscriptions to an offering. */
export type SubscriptionEvent = Pick<SubscriptionFacts, 'happened' | 'amount'> &
  Partial<Pick<SubscriptionFacts, 'coins' | 'interest' | 'paid' | 'released' | 'unlockAt' | 'reason'>> & {
    readonly userId: UserId;
  };

/** Writes user events in their transaction; publish `events-written` after the commit. */
export async function writeSubscriptionEvents(
  tx: Transaction,
  { id: offerId, currencyId, terms }: Pick<OfferingRecord, 'id' | 'currencyId' | 'terms'>,
  events: readonly SubscriptionEvent[],
  at: string,
): Promise<void> {
  if (events.length === 0) return;
  const ids = await rowsOf<{ id: number }>(
    tx,
    sql`select nextval('offer_news_id')::float8 as id from generate_series(1, ${events.length}::int)`,
  );
  const whole = { coins: null, interest: null, paid: null, released: null, unlockAt: null, reason: null };
  const subscription = {
    subject: 'subscription',
    offerId,
    currencyId,
    currency: terms.currency,
    coin: terms.coin,
  } as const;
  await writeUserEvents(
    tx,
    events.map(({ userId, ...facts }, index) => ({
      userId,
      at,
      ref: ids[index]?.id ?? 0,
      facts: { ...whole, ...subscription, ...facts },
    })),
  );
}

/** Publishes the status of a subscription and the change of its balance. After the commit. */
export function publishSubscription(
  events: Pick<EventBus, 'publish'>,
  { id, userId, currencyId }: Pick<HeldMoney, 'id' | 'userId' | 'currencyId'>,
  status: SavedSubscription,
): void {
  events.publish({ type: 'balances-changed', userId, balances: [{ kind: 'spot', currencyId }] });
  events.publish({ type: 'record-changed', userId, record: { subject: 'subscription', id, status } });
}
