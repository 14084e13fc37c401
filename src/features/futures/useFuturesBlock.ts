/** What keeps every position of a market from being opened, changed or closed just now. */
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

/** What keeps positions from being closed: prices that stand still do not, since the next one closes then. */
export function useCloseBlock(status: Market['status'] | undefined): CodedError | undefined {
  const unreachable = useMoneyBlockedReason();
  if (unreachable !== undefined) return unreachable;
  return status === 'feed-ended' ? { code: 'MARKET_SUSPENDED' } : undefined;
}
