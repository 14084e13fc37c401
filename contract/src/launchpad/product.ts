import type { Product } from '../product.ts';

export const launchpad = {
  results: 'launchpad',
  halt: 'launchpad',
  open: 'subscriptions',
  errors: [
    'OFFER_NOT_FOUND',
    'OFFER_NOT_OPEN',
    'OFFER_NOT_ALLOTTED',
    'SUBSCRIPTION_NOT_FOUND',
    'SUBSCRIPTION_NOT_OPEN',
  ],
  notices: ['SUBSCRIBED'],
  entries: [
    { kind: 'subscription_hold' },
    { kind: 'subscription_release' },
    { kind: 'subscription_allot' },
    { kind: 'subscription_unlock' },
  ],
  capital: [{ account: 'subscription' }],
  messages: [{ subject: 'subscription', category: 'offers' }],
  records: ['subscription'],
} as const satisfies Product;
