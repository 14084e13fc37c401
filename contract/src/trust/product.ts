import type { Product } from '../product.ts';

export const trust = {
  results: 'trust',
  halt: 'trust',
  open: 'trust',
  errors: [
    'PRODUCT_NOT_FOUND',
    'PRODUCT_SOLD_OUT',
    'QUOTE_EXPIRED',
    'TRUST_ORDER_NOT_FOUND',
    'TRUST_ORDER_NOT_HOSTING',
    'TRUST_ORDER_MATURED',
    'TRUST_RENEWAL_CLOSED',
  ],
  notices: ['TRUST_BOUGHT', 'TRUST_REDEEMED'],
  entries: [
    { kind: 'trust_open' },
    { kind: 'trust_interest', tax: 'income' },
    { kind: 'trust_mature' },
    { kind: 'trust_redeem', tax: 'fee' },
  ],
  capital: [{ account: 'trust', currencies: 'isSpot' }],
  messages: [
    { subject: 'trust', category: 'trust' },
    // Sent a day before an order is renewed.
    { subject: 'renewal', category: 'trust' },
  ],
  // An order. Its statuses: `hosting` (active: bought, or paid interest), `completed`, `redeemed`.
  records: ['trust'],
} as const satisfies Product;
