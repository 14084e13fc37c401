/** What keeps every position of a market from being opened or closed just now. */
import type { Market } from '@halyard/contract/calls/markets';
import type { CodedError } from '@halyard/contract/errors';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';

export function useLeverBlock(status: Market['status'] | undefined): CodedError | undefined {
  const unreachable = useMoneyBlockedReason();
  const isStale = useIsStale();
  if (unreachable !== undefined) return unreachable;
  if (status !== 'trading') return { code: 'MARKET_SUSPENDED' };
  return isStale ? { code: 'PRICE_STALE' } : undefined;
}
