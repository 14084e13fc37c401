/** The family's numbers of movements (`wire-facts` 4.8). They collide and leave gaps, so they are for its clients alone; our own names are the truth. */
import type { UserMovementKind } from '@halyard/contract/calls/records';
import type { AccountKind } from '@halyard/contract/calls/wallet';

// What the family has no number for goes under its nearest: a release is the lock undone, test funds are what an administrator books.
const NUMBERS: Readonly<Record<Exclude<UserMovementKind, 'transfer' | 'sandbox_fund'>, number>> = {
  deposit: 200,
  withdraw_hold: 99,
  withdraw_settle: 100,
  withdraw_release: 101,
  spot_hold: 50,
  spot_release: 50,
  spot_fill: 51,
};

type Sides = { readonly out: number; readonly in: number };
// It has no trust account; 15 and 16 are of accounts other than spot.
const ELSEWHERE: Sides = { out: 15, in: 16 };
const TRANSFERS: Readonly<Record<AccountKind, Sides>> = {
  spot: { out: 11, in: 12 },
  contract: ELSEWHERE,
  option: ELSEWHERE,
  trust: ELSEWHERE,
};

const BOOKED: Readonly<Record<AccountKind, number>> = { spot: 3, contract: 5, option: 7, trust: 3 };

/** The number of a movement in an account; `isIn` tells the side of a transfer. */
export function familyNumberOf(kind: UserMovementKind, account: AccountKind, isIn: boolean): number {
  if (kind === 'transfer') return TRANSFERS[account][isIn ? 'in' : 'out'];
  return kind === 'sandbox_fund' ? BOOKED[account] : NUMBERS[kind];
}
