/** Users and ledger entries for tests of money. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { decimal, negate, ZERO } from '@halyard/contract/money';
import { rowsOf, type Reader } from '../db/database.ts';
import type { AccountRef, LedgerEntry, Posting } from '../ledger/ledger.ts';

/** Ids of the catalogue. */
export const CURRENCY = {
  BTC: 1 as CurrencyId,
  ETH: 2 as CurrencyId,
  USDT: 3 as CurrencyId,
  LTC: 10 as CurrencyId,
} as const;

/** Makes users without a login. */
export async function insertUsers(reader: Reader, amount: number): Promise<UserId[]> {
  const prefix = randomUUID();
  const rows = await rowsOf<{ id: number }>(
    reader,
    sql`insert into users (password_hash, invitation_code)
      select 'none', ${prefix}::text || n from generate_series(1, ${amount}::int) as n returning id`,
  );
  return rows.map(({ id }) => id as UserId);
}

/** A user's account. */
export function accountOf(userId: UserId, currencyId: CurrencyId, kind: AccountKind = 'spot'): AccountRef {
  return { userId, kind, currencyId };
}

/** Changes of an account, in decimals. */
export function posting(account: AccountRef, available: string, held = '0'): Posting {
  return { account, available: decimal(available), held: decimal(held) };
}

/** Money from one account to another of the same currency. */
export function transfer(from: AccountRef, to: AccountRef, amount: string): LedgerEntry {
  const value = decimal(amount);
  return {
    kind: 'spot_fill',
    reference: 'test',
    postings: [
      { account: from, available: negate(value), held: ZERO },
      { account: to, available: value, held: ZERO },
    ],
  };
}

/** Money from outside. */
export function deposit(to: AccountRef, amount: string): LedgerEntry {
  return { ...transfer({ house: 'outside', currencyId: to.currencyId }, to, amount), kind: 'sandbox_fund' };
}
