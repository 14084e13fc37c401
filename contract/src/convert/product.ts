import type { Product } from '../product.ts';

export const convert = {
  results: 'spot',
  halt: 'convert',
  errors: ['NO_SMALL_BALANCES'],
  notices: [],
  // A sale, or a purchase: each leg is an entry of its own, in two currencies.
  entries: [{ kind: 'convert' }],
  // The spot account of the house is its counterparty.
  capital: [],
  messages: [],
  records: [],
} as const satisfies Product;
