/** What keeps every order of a market from being sent just now, whatever it says. */
import type { Market } from '@halyard/contract/calls/markets';
import type { CodedError } from '@halyard/contract/errors';
import { useMoneyObstacle } from '../../../shared/realtime/useMoneyObstacle.ts';

/** The reason, none while orders can be sent. `isStale` says that prices may be wrong. */
export function useObstacle({ status }: Market, isStale: boolean): CodedError | undefined {
  const obstacle = useMoneyObstacle();
  if (obstacle !== undefined) return obstacle;
  if (status !== 'trading') return { code: 'MARKET_SUSPENDED' };
  return isStale ? { code: 'PRICE_STALE' } : undefined;
}
