/** SQL of subscriptions, and the mapping of their rows to the contract. */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CurrencyId, OfferingId, SubscriptionId, UserId } from '@halyard/contract/ids';
import type { Subscription, SubscriptionState } from '@halyard/contract/launchpad/calls';
import type { Language } from '@halyard/contract/languages';
import { decimal, subtract, ZERO } from '@halyard/contract/money';
import { coinsOf, demandOf, interestOf, offeringTerms } from '@halyard/contract/launchpad/terms';
import { reasonOf } from '../../calls/messages.ts';
import { isoText } from '../../db/sqlTime.ts';

export type SavedSubscription = 'pending' | 'passed' | 'rejected' | 'cancelled' | 'locked' | 'completed';

export type SubscriptionRow = {
  readonly id: SubscriptionId;
  readonly user_id: UserId;
  readonly offer_id: OfferingId;
  readonly currency_id: CurrencyId;
  readonly terms: object;
  readonly terms_hash: string;
  readonly unlock_at: string | null;
  readonly amount: string;
  readonly status: SavedSubscription;
  readonly reason: string | null;
  readonly coins: string | null;
  readonly interest: string | null;
  readonly paid: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

/** Columns of `subscriptions s join offers o`. */
export const SUBSCRIPTION_COLUMNS = sql`s.id, s.user_id, s.offer_id, o.currency_id, o.terms, o.terms_hash,
  ${isoText(sql`o.unlock_at`)} as unlock_at, s.amount::text as amount, s.status, s.reason, s.coins::text as coins,
  s.interest::text as interest, s.paid::text as paid, ${isoText(sql`s.created_at`)} as created_at,
  ${isoText(sql`s.updated_at`)} as updated_at`;

const STATES: Readonly<Record<SavedSubscription, SubscriptionState>> = {
  pending: 'reviewing',
  passed: 'passed',
  rejected: 'rejected',
  cancelled: 'cancelled',
  locked: 'locked',
  completed: 'completed',
};

const STATUSES: Readonly<Record<SavedSubscription, Subscription['status']>> = {
  pending: 'subscribing',
  passed: 'subscribing',
  rejected: 'over',
  cancelled: 'over',
  locked: 'locked',
  completed: 'over',
};

const REVIEWS: Readonly<Record<SavedSubscription, Subscription['review']>> = {
  pending: 'pending',
  passed: 'passed',
  rejected: 'refused',
  cancelled: 'refused',
  locked: 'passed',
  completed: 'passed',
};

export function toSubscription(row: SubscriptionRow, language: Language): Subscription {
  const terms = z.decode(offeringTerms, row.terms as z.input<typeof offeringTerms>);
  const amount = decimal(row.amount);
  const isBack = REVIEWS[row.status] === 'refused';
  const allotted = row.coins === null ? null : decimal(row.coins);
  const paid = row.paid === null ? null : decimal(row.paid);
  const coins = allotted ?? coinsOf(demandOf(amount, terms), terms);
  const interest = row.interest === null ? interestOf(coins, terms) : decimal(row.interest);
  return {
    id: row.id,
    userId: row.user_id,
    offerId: row.offer_id,
    currencyId: row.currency_id,
    currency: terms.currency,
    coin: terms.coin,
    unitPlaces: terms.unitPlaces,
    amount,
    coins,
    price: terms.price,
    interest,
    interestRate: terms.interestRate,
    lockDays: terms.lockDays,
    status: STATUSES[row.status],
    review: REVIEWS[row.status],
    deliveredInterest: row.status === 'completed' ? interest : ZERO,
    onlineAt: terms.onlineAt,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    state: STATES[row.status],
    at: row.created_at,
    endAt: terms.endAt,
    allotted,
    paid,
    released: isBack ? amount : paid && subtract(amount, paid),
    unlockAt: allotted === null ? null : row.unlock_at,
    reason: row.reason === null ? null : reasonOf(language, row.reason),
    termsHash: row.terms_hash,
  };
}
