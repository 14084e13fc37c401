import type { Product } from '../product.ts';

export const futures = {
  results: 'futures',
  halt: 'futures',
  errors: [
    'LOTS_REQUIRED',
    'LOTS_INVALID',
    'LOTS_TOO_FEW',
    'LOTS_TOO_MANY',
    'LEVERAGE_INVALID',
    'STOP_PROFIT_SIDE',
    'STOP_LOSS_SIDE',
    'STOP_LOSS_BEYOND_LIQUIDATION',
    'POSITIONS_TOO_MANY',
    'PRICE_MOVED',
    'POSITION_NOT_FOUND',
    'POSITION_NOT_OPEN',
    'POSITION_NOT_SEALED',
    'MARGIN_MODE_CROSS',
  ],
  notices: [
    'CONTRACT_SUBMITTED',
    'CONTRACT_CLOSED',
    'CONTRACT_CLOSING',
    'CONTRACTS_CLOSED',
    'STOPS_SET',
    'CONTRACT_CANCELLED',
    'MARGIN_ADDED',
    'CONTRACT_REVERSED',
  ],
  entries: [
    { kind: 'contract_order' },
    { kind: 'contract_open' },
    { kind: 'contract_fee', tax: 'fee' },
    { kind: 'contract_cancel' },
    { kind: 'contract_add_margin' },
    { kind: 'contract_overnight', tax: 'fee' },
    { kind: 'contract_close', tax: 'contract_result' },
    { kind: 'contract_liquidation', tax: 'contract_result' },
  ],
  capital: [
    { account: 'contracts', currencies: 'isFutures' },
    // Covers losses beyond a margin.
    { account: 'insurance', currencies: 'isFutures' },
  ],
  messages: [{ subject: 'contract', category: 'contracts' }],
  records: [],
} as const satisfies Product;
