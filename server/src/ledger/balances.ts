/**
 * Reading balances. An account that has never been posted to holds nothing, which is a fact and not a missing value.
 */
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader } from '../db/database.ts';
import { ownerColumns, type AccountRef } from './accounts.ts';

/** What an account holds, in units of its currency: free to use, and set aside for what is under way. */
export type AccountBalance = { readonly available: Decimal; readonly held: Decimal };

/** A user's balance of one currency in one account. */
export type UserBalance = AccountBalance & { readonly kind: AccountKind; readonly currencyId: CurrencyId };

/** Balances of a user's accounts that exist, by currency; all of them, or those of one kind or currency. */
export async function readBalances(
  reader: Reader,
  userId: UserId,
  filter: { readonly kind?: AccountKind; readonly currencyId?: CurrencyId } = {},
): Promise<UserBalance[]> {
  const { kind = null, currencyId = null } = filter;
  const rows = await rowsOf<{ kind: AccountKind; currency_id: number; available: string; held: string }>(
    reader,
    sql`select kind, currency_id, available, held from ledger_accounts
      where user_id = ${userId} and kind = coalesce(${kind}, kind) and currency_id = coalesce(${currencyId}::int, currency_id)
      order by currency_id, kind`,
  );
  return rows.map((row) => ({
    kind: row.kind,
    currencyId: row.currency_id as CurrencyId,
    available: decimal(row.available),
    held: decimal(row.held),
  }));
}

/** What one account holds. */
export async function readBalance(reader: Reader, account: AccountRef): Promise<AccountBalance> {
  const { userId, kind } = ownerColumns(account);
  const owner = userId === null ? sql`user_id is null` : sql`user_id = ${userId}`;
  const [row] = await rowsOf<{ available: string; held: string }>(
    reader,
    sql`select available, held from ledger_accounts where ${owner} and kind = ${kind} and currency_id = ${account.currencyId}`,
  );
  return row === undefined
    ? { available: ZERO, held: ZERO }
    : { available: decimal(row.available), held: decimal(row.held) };
}
