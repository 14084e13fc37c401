/** Reads balances. An account without postings has a balance of zero. */
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { decimal, ZERO, type Decimal } from '@halyard/contract/money';
import { rowsOf, type Reader } from '../db/database.ts';
import { ownerColumns, type AccountRef } from './accounts.ts';

/** Balance of an account in units of its currency: available, and held for pending operations. */
export type AccountBalance = { readonly available: Decimal; readonly held: Decimal };

/** A user's balance of one currency in one account. */
export type UserBalance = AccountBalance & { readonly kind: AccountKind; readonly currencyId: CurrencyId };

/** Balances of a user's existing accounts, by currency; all of them, or those of one kind or currency. */
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

/** Balance of one account. */
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
