/** What keeps every order of a market from being sent just now, whatever it says. */
import type { Market } from '@halyard/contract/market/calls';
import type { CodedError } from '@halyard/contract/errors';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';

/** The reason, none while orders can be sent. `isStale` says that prices may be wrong. */
export function useBlockedReason({ status }: Market, isStale: boolean): CodedError | undefined {
  const blockedReason = useMoneyBlockedReason();
  if (blockedReason !== undefined) return blockedReason;
  if (status !== 'trading') return { code: 'MARKET_SUSPENDED' };
  return isStale ? { code: 'PRICE_STALE' } : undefined;
}
