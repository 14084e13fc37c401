import type { OrderType } from '@halyard/contract/spot/calls';
import { useServerKind } from '../../../domain/settings/useServerKind.ts';

/** Whether orders of this type have a slippage cap: market orders, except on servers that know of none. */
export function useHasCap(orderType: OrderType): boolean {
  const isMarket = orderType === 'market';
  // As long as the server has not said what it is, the cap goes along: without it an order could cost more.
  return useServerKind(isMarket) !== 'family' && isMarket;
}
