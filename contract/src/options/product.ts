import type { Product } from '../product.ts';

export const options = {
  results: 'options',
  halt: 'options',
  open: 'options',
  errors: [
    'NO_IDENTITY',
    'TIME_REQUIRED',
    'SECONDS_INVALID',
    'DIRECTION_INVALID',
    'MARKET_NOT_OPEN',
    'OWN_LIMIT',
    'OPTIONS_TOO_MANY',
    'PRICE_STALE',
    'EVEN_NOT_OFFERED',
    'TERMS_CHANGED',
    'HOUSE_LIMIT',
    'OPTION_NOT_FOUND',
    'OPTION_NOT_SEALED',
    'LOG_NOT_BEGUN',
  ],
  notices: [],
  entries: [
    { kind: 'option_open' },
    { kind: 'option_win', tax: 'option_result' },
    { kind: 'option_lose', tax: 'option_result' },
    { kind: 'option_tie', tax: 'option_result' },
    { kind: 'option_void', tax: 'option_result' },
  ],
  capital: [{ account: 'options', currencies: 'isOption' }],
  messages: [{ subject: 'option', category: 'options' }],
  records: [],
} as const satisfies Product;
