/** Messages about subscriptions: facts, events and texts. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, OfferingId, UserId } from '@halyard/contract/ids';
import { decimal, isPositive } from '@halyard/contract/money';
import { numberText, fillIn, reasonOf } from '../../calls/messages.ts';
import { emit, rowsOf, type Transaction } from '../../db/database.ts';
import { fillMessage, MESSAGE_TEXTS, withId, type MessageWriters } from '../../events/messageFacts.ts';
import { writeUserEvents } from '../../events/userEvents.ts';
import type { OfferingRecord } from './offeringsRepository.ts';
import type { HeldMoney } from './ledgerEntries.ts';
import type { SavedSubscription } from './subscriptionsRepository.ts';

/** Facts about all subscriptions of one user to an offering, except `rejected`: that is about one subscription. */
type SubscriptionFacts = {
  readonly happened: 'allotted' | 'nothing' | 'unlocked' | 'rejected' | 'withdrawn';
  /** The offering, under the name that stored messages have. */
  readonly offerId: OfferingId;
  /** Currency that is paid. */
  readonly currencyId: CurrencyId;
  readonly currency: string;
  readonly coin: string;
  readonly amount: string;
  /** Including interest; null when nothing was allotted. */
  readonly coins: string | null;
  readonly interest: string | null;
  readonly paid: string | null;
  /** Null when nothing was returned. */
  readonly released: string | null;
  /** End of the coins' lock-up; null when there is none. */
  readonly unlockAt: string | null;
  /** For a rejection or a withdrawal. */
  readonly reason: string | null;
};

declare module '../../events/messageFacts.ts' {
  interface FactsBySubject {
    readonly subscription: SubscriptionFacts;
  }
}

/** An event of one user's subscriptions to an offering. */
export type SubscriptionEvent = Pick<SubscriptionFacts, 'happened' | 'amount'> &
  Partial<Pick<SubscriptionFacts, 'coins' | 'interest' | 'paid' | 'released' | 'unlockAt' | 'reason'>> & {
    readonly userId: UserId;
  };

/** Writes user events in their transaction. */
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

/** Emits the status of a subscription. */
export function emitSubscription(
  tx: Transaction,
  { id, userId }: Pick<HeldMoney, 'id' | 'userId'>,
  status: SavedSubscription,
): void {
  emit(tx, { type: 'record-changed', userId, record: { subject: 'subscription', id, status } });
}

export const subscriptionMessages: MessageWriters = {
  subscription({ language }, facts) {
    const { happened, coin, currency, coins, interest, paid, released, unlockAt, reason, offerId } = facts;
    const { messages, subscriptions } = MESSAGE_TEXTS[language];
    const figure = (amount: string | null) => (amount === null ? '' : numberText(language, decimal(amount)));
    const part = (text: string, values: Readonly<Record<string, string>>) => `${fillIn(text, values)} `;
    const hasInterest = interest !== null && isPositive(decimal(interest));
    const values = {
      coin,
      currency,
      coins: figure(coins),
      paid: figure(paid),
      released: figure(released),
      reason: reasonOf(language, reason ?? ''),
      interest: hasInterest ? part(subscriptions.interest, { interest: figure(interest), coin }) : '',
      lock: unlockAt === null ? '' : part(subscriptions.lock, { until: unlockAt.slice(0, 16).replace('T', ' ') }),
    };
    return fillMessage(messages[`subscription_${happened}`], values, withId('/pages/publication/details', offerId));
  },
};
