/** Withdrawals for tests of screens: terms, an address book, one requested withdrawal. */
import { getBankCard } from '@halyard/contract/bank/calls';
import {
  getWithdrawalTerms,
  listWithdrawalAddresses,
  listWithdrawals,
  withdraw,
  type Withdrawal,
  type WithdrawalAddress,
  type WithdrawalTerms,
} from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { build, type Overrides } from '@halyard/contract/testing/build';
import { serveExchange } from './exchange.ts';
import type { FakeBackend } from './fakeBackend.ts';

/** Two addresses of the user, newest first. */
export const ADDRESSES: readonly WithdrawalAddress[] = [
  addressOf(2, 'TRC20', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', 'Cold wallet'),
  addressOf(1, 'ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ''),
];

function addressOf(id: number, chain: WithdrawalAddress['chain'], address: string, label: string): WithdrawalAddress {
  const channelId = 3 as WithdrawalAddress['channelId'];
  return { id: id as WithdrawalAddress['id'], channelId, channel: 'USDT', chain, address, label };
}

/** Minimum 10 of 1,000.1234567; fee 1 %, at least 1; two of three requests left; nothing blocks a withdrawal. */
export function termsOf(overrides: Overrides<WithdrawalTerms> = {}): WithdrawalTerms {
  return build(getWithdrawalTerms.answer, {
    channelId: 3 as WithdrawalTerms['channelId'],
    name: 'USDT',
    feePercent: decimal('1'),
    feeMin: decimal('1'),
    min: decimal('10'),
    places: 6,
    available: decimal('1000.1234567'),
    settlement: 'USDT',
    isBank: false,
    dailyLimit: 3,
    leftToday: 2,
    arrivalHours: 12,
    blockedUntil: null,
    holds: [],
    isCardOfOther: false,
    isVerified: true,
    hasFundPassword: true,
    ...overrides,
  });
}

/** 100 USDT to the cold wallet, under review. */
export function withdrawalOf(overrides: Partial<Withdrawal> = {}): Withdrawal {
  const [example] = build(listWithdrawals.answer).rows;
  if (example === undefined) throw new Error('the example has no rows');
  const own = {
    id: 21 as Withdrawal['id'],
    channelId: 3 as Withdrawal['channelId'],
    channel: 'USDT',
    settlement: 'USDT',
  };
  const way = {
    chain: 'TRC20',
    address: 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
    bankName: null,
    accountNumber: null,
  } as const;
  const sums = { amount: decimal('100'), fee: decimal('1'), receipt: decimal('99') };
  const state = { status: 'pending', closedAt: null, rejectReason: null, isTest: false } as const;
  return { ...example, ...own, ...way, ...sums, ...state, ...overrides };
}

/** Answer of the withdrawal list. */
export const pageOfWithdrawals = (rows: Withdrawal[]) => ({
  rows,
  page: 1,
  limit: 20,
  total: rows.length,
  nextPageUrl: null,
});

/** Makes a server accept withdrawals. */
export function serveWithdrawals(server: FakeBackend): void {
  serveExchange(server);
  server.on(getWithdrawalTerms, ({ channelId }) => termsOf({ channelId }));
  server.on(listWithdrawalAddresses, () => [...ADDRESSES]);
  server.on(getBankCard, () => ({ banks: [] }));
  server.on(withdraw, () => withdrawalOf());
  server.on(listWithdrawals, () => pageOfWithdrawals([withdrawalOf()]));
}
