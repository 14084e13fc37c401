/**
 * The ledger: the only writer of balances. A ledger entry is a journal entry whose postings sum to zero in each
 * currency.
 */
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { add, decimal, isZero, ZERO, type Decimal } from '@halyard/contract/money';
import type { PRODUCTS } from '@halyard/contract/products';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import type { UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import { BusinessError } from '../calls/callHandler.ts';
import { emit, rowsOf, rowsOfFixed, type Reader, type Transaction } from '../db/database.ts';

const LEDGER_POST = { name: 'ledger_post', text: 'select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9) as refused' };

/** Kinds of ledger entries. */
export type EntryKind = UserEntryKind | `${FundedAccount}_capital` | 'house_take' | 'rebate_accrue' | 'rebate_lapse';

/** One entry of the journal. `reference` names its cause, e.g. `order:17`. */
export type LedgerEntry = {
  readonly kind: EntryKind;
  readonly reference: string;
  readonly postings: readonly Posting[];
};

/**
 * Posts ledger entries in their order, all or none, in one statement, and emits the changed balances. Throws
 * `BusinessError('INSUFFICIENT_BALANCE')` when an entry would take an account below zero; no balance has changed then,
 * and the transaction can continue. Any other error is a fault of the caller: an entry without postings, one that is
 * not balanced per currency, or one with more than 18 decimals.
 *
 * All batches lock their accounts in one order, so a transaction must post only one batch: a second one could deadlock
 * with another transaction.
 */
export async function postEntries(tx: Transaction, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const [row] = await rowsOfFixed<{ refused: number | null }>(tx, LEDGER_POST, toArrays(entries));
  if (row?.refused !== null) throw new BusinessError('INSUFFICIENT_BALANCE');
  for (const { account } of entries.flatMap(({ postings }) => postings)) {
    if ('house' in account) continue;
    const { userId, kind, currencyId } = account;
    emit(tx, { type: 'balances-changed', userId, balances: [{ kind, currencyId }] });
  }
}

// A batch of ledger entries as the parallel arrays of the database function.

/** Effect of a ledger entry on one account: deltas in units of the account's currency, with at most 18 decimals. */
export type Posting = { readonly account: AccountRef; readonly available: Decimal; readonly held: Decimal };

type Keyed = Posting & { readonly key: string };

/**
 * Arguments of `ledger_post`: kinds and references of the ledger entries; user, kind and currency of the accounts;
 * entry and account (positions from 1), available and held of the postings. Postings of one entry to one account are
 * summed, and omitted when the sum is zero.
 */
export function toArrays(
  entries: readonly { readonly kind: string; readonly reference: string; readonly postings: readonly Posting[] }[],
): unknown[][] {
  const merged = entries.map(({ postings }) => mergePostings(postings));
  const accounts = new Map<string, AccountRef>();
  for (const postings of merged) for (const { key, account } of postings) accounts.set(key, account);
  // Sorted as text: any order of locking works as long as all batches use the same.
  const keys = [...accounts.keys()].sort();
  const places = new Map(keys.map((key, index) => [key, index + 1]));
  const owners = keys.map((key) => accounts.get(key)).filter((account) => account !== undefined);
  const columns = owners.map(ownerColumns);
  const lines = merged.flat();
  return [
    entries.map(({ kind }) => kind),
    entries.map(({ reference }) => reference),
    columns.map(({ userId }) => userId),
    columns.map(({ kind }) => kind),
    owners.map(({ currencyId }) => currencyId),
    merged.flatMap((postings, index) => postings.map(() => index + 1)),
    lines.map(({ key }) => places.get(key)),
    lines.map(({ available }) => available),
    lines.map(({ held }) => held),
  ];
}

function mergePostings(postings: readonly Posting[]): Keyed[] {
  const merged: Keyed[] = [];
  for (const { account, available, held } of postings) {
    const key = keyOf(account);
    const place = merged.findIndex((earlier) => earlier.key === key);
    const earlier = merged[place];
    if (earlier === undefined) merged.push({ key, account, available, held });
    else merged[place] = { ...earlier, available: add(earlier.available, available), held: add(earlier.held, held) };
  }
  return merged.filter(({ available, held }) => !isZero(available) || !isZero(held));
}

// Owners of balances.

/**
 * Accounts of the house: capital of products, income from fees, and `outside`, which mirrors deposits and withdrawals
 * and is the only one that may be negative.
 */
export type HouseAccount = FundedAccount | 'fees' | 'outside';

/** Accounts that receive capital. */
export type FundedAccount = (typeof PRODUCTS)[number]['capital'][number]['account'];

/** An account of a user or of the house, by its unique key. The first posting creates it. */
export type AccountRef =
  | { readonly userId: UserId; readonly kind: AccountKind; readonly currencyId: CurrencyId }
  | { readonly house: HouseAccount; readonly currencyId: CurrencyId };

/** Columns that identify an account; the house has no user. */
export function ownerColumns(account: AccountRef): {
  readonly userId: UserId | null;
  readonly kind: AccountKind | HouseAccount;
} {
  return 'house' in account ? { userId: null, kind: account.house } : { userId: account.userId, kind: account.kind };
}

/**
 * Unique text key of an account. The house sorts last: most batches use it, so it is locked last and for the shortest
 * time.
 */
export function keyOf(account: AccountRef): string {
  const { userId, kind } = ownerColumns(account);
  return `${userId ?? '~'} ${kind} ${account.currencyId}`;
}

// Reads balances. An account without postings has a balance of zero.

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
