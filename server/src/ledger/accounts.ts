/** Who owns a balance. */
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import type { AccountKind } from '@halyard/contract/wallet/calls';

/**
 * The house's accounts: what it earned, what it quotes with, what it pays options and contracts from, what pays losses
 * beyond a margin first, what it pays interest from, what new coins are allotted from, and the mirror of the world
 * outside, the only one that may be below zero.
 */
export type HouseAccount = FundedAccount | 'fees' | 'outside';

/** Those that get a capital. */
export type FundedAccount = 'maker' | 'options' | 'contracts' | 'insurance' | 'trust' | 'subscription';

/** An account of a user or of the house, by what makes it unique. It comes into being with its first posting. */
export type AccountRef =
  | { readonly userId: UserId; readonly kind: AccountKind; readonly currencyId: CurrencyId }
  | { readonly house: HouseAccount; readonly currencyId: CurrencyId };

/** The columns that name an account; the house has no user. */
export function ownerColumns(account: AccountRef): {
  readonly userId: UserId | null;
  readonly kind: AccountKind | HouseAccount;
} {
  return 'house' in account ? { userId: null, kind: account.house } : { userId: account.userId, kind: account.kind };
}

/**
 * Text that is the same for the same account. The house sorts last: most batches touch it, so it is locked last and for
 * the shortest time.
 */
export function keyOf(account: AccountRef): string {
  const { userId, kind } = ownerColumns(account);
  return `${userId ?? '~'} ${kind} ${account.currencyId}`;
}
