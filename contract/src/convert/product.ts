import type { Product } from '../product.ts';

export const convert = {
  results: 'spot',
  halt: 'convert',
  errors: ['NO_SMALL_BALANCES', 'PLAN_NOT_FOUND', 'PLAN_ENDED', 'PLANS_TOO_MANY'],
  notices: [],
  // A sale, or a purchase: each leg is an entry of its own, in two currencies.
  entries: [{ kind: 'convert' }],
  // The spot account of the house is its counterparty.
  capital: [],
  messages: [
    // A date of a recurring buy: bought or skipped.
    { subject: 'plan', category: 'plans' },
    // The end of one whose coin is no longer traded.
    { subject: 'plan_end', category: 'plans' },
  ],
  // A recurring buy. Its statuses: `active`, `paused`, `ended`.
  records: ['plan'],
} as const satisfies Product;
