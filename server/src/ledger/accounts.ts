/** Owners of balances. */
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { PRODUCTS } from '@halyard/contract/products';
import type { AccountKind } from '@halyard/contract/wallet/calls';

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
