/** Subscribing to a new coin, and giving that up. */
import { cancelSubscription, subscribe } from '@halyard/contract/calls/offers';
import { moneyWrite } from '../../shared/money-writes/moneyWrite.ts';

const STALE = ['Subscription', 'Offer', 'Wallet', 'Movement'] as const;

export const subscribing = moneyWrite({
  call: subscribe,
  subject: 'subscription',
  invalidates: STALE,
  detailOf: ({ coin, amount, currency }, format) => `${coin}, ${format.money(amount, currency)}`,
});

export const givingUp = moneyWrite({
  call: cancelSubscription,
  subject: 'subscriptionCancellation',
  invalidates: STALE,
  detailOf: ({ coin, amount, currency }, format) => `${coin}, ${format.money(amount, currency)}`,
});
