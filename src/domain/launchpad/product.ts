import { cancelSubscription, subscribe } from '@halyard/contract/launchpad/calls';
import { moneyMutation } from '../../shared/money-mutations/moneyMutation.ts';
import { offeringsApi, SUBSCRIPTION_TAG } from './offeringsApi.ts';
import { QUIET, type DomainProduct } from '../product.ts';

// Mutations of the launchpad: subscribe, and cancel a subscription.

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

export const product: DomainProduct = {
  mutations: [subscribing, givingUp],
  readAhead: [(dispatch) => dispatch(offeringsApi.endpoints.pageSubscriptions.initiate({}, QUIET))],
};
