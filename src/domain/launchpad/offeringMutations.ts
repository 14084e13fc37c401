/** Mutations of the launchpad: subscribe, and cancel a subscription. */
import { cancelSubscription, subscribe } from '@halyard/contract/launchpad/calls';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import { SUBSCRIPTION_TAG } from './offeringsApi.ts';

const STALE = [SUBSCRIPTION_TAG, 'Wallet', 'Movement'] as const;

export const subscribing = moneyMutation({
  call: subscribe,
  subject: 'subscription',
  invalidates: STALE,
  detailOf: ({ coin, amount, currency }, format) => `${coin}, ${format.money(amount, currency)}`,
});

export const givingUp = moneyMutation({
  call: cancelSubscription,
  subject: 'subscriptionCancellation',
  invalidates: STALE,
  detailOf: ({ coin, amount, currency }, format) => `${coin}, ${format.money(amount, currency)}`,
});
