/** Deposit channels for tests of screens (USDT over two chains, and a bank), and one declared deposit. */
import {
  declareDeposit,
  getDepositTerms,
  listDeposits,
  type Deposit,
  type DepositChannel,
} from '@halyard/contract/deposits/calls';
import { uploadFile } from '@halyard/contract/uploads/calls';
import { decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { serveExchange } from './exchange.ts';
import type { FakeBackend } from './fakeBackend.ts';

/** The user's own addresses. */
export const TRON = 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy';
export const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Path of an uploaded picture. */
export const PROOF = '/upload/7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11.jpg';

/** Minimum 10, six decimals. */
export const USDT: DepositChannel = {
  id: 3 as DepositChannel['id'],
  name: 'USDT',
  settlement: 'USDT',
  isBank: false,
  places: 6,
  min: decimal('10'),
  isTest: false,
  chains: [
    { chain: 'TRC20', address: TRON, confirmations: 20 },
    { chain: 'ERC20', address: ETHER, confirmations: 12 },
  ],
  bank: null,
};
/** Bank account of the exchange. */
export const BANK: DepositChannel = {
  ...USDT,
  id: 9999 as DepositChannel['id'],
  name: 'Bank',
  isBank: true,
  places: 2,
  chains: [],
  bank: {
    bankName: 'Harbour Bank',
    accountNumber: '400500600',
    holder: 'Halyard Exchange',
    swift: 'DEUTDEFF',
    reference: 'HLY-7',
  },
};

/** Answer of the deposit list. */
export const pageOfDeposits = (rows: Deposit[]) => ({
  rows,
  page: 1,
  limit: 20,
  total: rows.length,
  nextPageUrl: null,
});

/** 1,000 USDT over TRC20, under review. */
export function depositOf(overrides: Partial<Deposit> = {}): Deposit {
  const [example] = build(listDeposits.answer).rows;
  if (example === undefined) throw new Error('the example has no rows');
  const own = { id: 12 as Deposit['id'], channelId: USDT.id, channel: 'USDT', settlement: 'USDT' } as const;
  const state = { status: 'pending', chain: 'TRC20', address: TRON, reviewedAt: null, rejectReason: null } as const;
  return { ...example, ...own, ...state, isTest: false, amount: decimal('1000'), ...overrides };
}

/** Makes a server accept deposits. */
export function serveDeposits(server: FakeBackend): void {
  serveExchange(server);
  server.on(getDepositTerms, () => [USDT, BANK]);
  server.on(uploadFile, () => PROOF);
  server.on(declareDeposit, () => depositOf());
  server.on(listDeposits, () => pageOfDeposits([depositOf()]));
}
