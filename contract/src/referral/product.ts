import type { Product } from '../product.ts';

export const referral = {
  results: 'rebates',
  errors: [],
  notices: [],
  entries: [{ kind: 'rebate_pay', tax: 'income' }],
  capital: [],
  messages: [{ subject: 'rebate', category: 'rebates' }],
  records: [],
} as const satisfies Product;
