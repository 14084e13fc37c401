/** What users are told of new coins that they subscribed. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import { rowsOf, type Transaction } from '../../db/database.ts';
import type { SubscriptionFacts } from '../../events/messageFacts.ts';
import { writeUserEvents } from '../../events/userEvents.ts';
import type { OfferingRecord } from './offeringRow.ts';

/** What happened to one user's subscriptions of an offer. */
export type OfferingNews = Pick<SubscriptionFacts, 'happened' | 'amount'> &
  Partial<Pick<SubscriptionFacts, 'coins' | 'interest' | 'paid' | 'released' | 'unlockAt' | 'reason'>> & {
    readonly userId: UserId;
  };

/** Writes it, in the transaction that makes it happen; publish `events-written` after the commit. */
export async function writeNews(
  tx: Transaction,
  { id: offerId, currencyId, terms }: Pick<OfferingRecord, 'id' | 'currencyId' | 'terms'>,
  news: readonly OfferingNews[],
  at: string,
): Promise<void> {
  if (news.length === 0) return;
  const ids = await rowsOf<{ id: number }>(
    tx,
    sql`select nextval('offer_news_id')::float8 as id from generate_series(1, ${news.length}::int)`,
  );
  const whole = { coins: null, interest: null, paid: null, released: null, unlockAt: null, reason: null };
  const offer = { subject: 'subscription', offerId, currencyId, currency: terms.currency, coin: terms.coin } as const;
  await writeUserEvents(
    tx,
    news.map(({ userId, ...facts }, index) => ({
      userId,
      at,
      ref: ids[index]?.id ?? 0,
      facts: { ...whole, ...offer, ...facts },
    })),
  );
}
