/** Why no position of a market can be opened, changed or closed now. */
import type { Market } from '@halyard/contract/market/calls';
import type { CodedError } from '@halyard/contract/errors';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';

export function useFuturesBlock(status: Market['status'] | undefined): CodedError | undefined {
  const unreachable = useMoneyBlockedReason();
  const isStale = useIsStale();
  if (unreachable !== undefined) return unreachable;
  if (status !== 'trading') return { code: 'MARKET_SUSPENDED' };
  return isStale ? { code: 'PRICE_STALE' } : undefined;
}

/** Why positions cannot be closed now. Outdated prices are no reason: the next price closes them. */
export function useCloseBlock(status: Market['status'] | undefined): CodedError | undefined {
  const unreachable = useMoneyBlockedReason();
  if (unreachable !== undefined) return unreachable;
  return status === 'feed-ended' ? { code: 'MARKET_SUSPENDED' } : undefined;
}
