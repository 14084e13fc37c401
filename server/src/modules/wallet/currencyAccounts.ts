/** Which accounts a currency has. */
import { ACCOUNT_KINDS, type AccountKind } from '@halyard/contract/calls/wallet';
import type { CurrencyRecord } from './repository.ts';

/** The accounts that a currency can be moved between, in their order. Spot coins have a trust account too. */
export function accountsOf({ isSpot, isContract, isOption }: CurrencyRecord): AccountKind[] {
  const has: Readonly<Record<AccountKind, boolean>> = {
    spot: isSpot,
    option: isOption,
    contract: isContract,
    trust: isSpot,
  };
  return ACCOUNT_KINDS.filter((kind) => has[kind]);
}
