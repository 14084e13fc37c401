import { useState } from 'react';
import type { Order } from '@halyard/contract/spot/calls';
import { compare, round, type Decimal } from '@halyard/contract/money';
import { trailTrigger } from '@halyard/contract/spot/rules';
import { useMarket } from '../../../domain/markets/useMarkets.ts';
import { furtherOf } from '../../../domain/spot/orderData.ts';

type Trailing = {
  /** The highest (sell) or lowest (buy) price so far; `undefined` before the activation price. */
  readonly extreme: Decimal | undefined;
  readonly trigger: Decimal | undefined;
};

/**
 * Extreme and trigger of a trailing stop that was not reached: as sent, moved on by each price since, never back;
 * `undefined` for any other order.
 */
export function useTrail(order: Order): Trailing | undefined {
  const { side, orderType, triggeredAt, activationPrice, extremePrice, triggerPrice } = order;
  const isTrailing = orderType === 'trailing_stop' && triggeredAt == null && order.status === 'waiting';
  const { market } = useMarket(isTrailing ? order.symbol : undefined);
  const [seen, setSeen] = useState(extremePrice);
  const last = market?.lastPrice ?? undefined;
  const known = furtherOf(side, seen, extremePrice);
  const isActive = known !== undefined || activationPrice === undefined || isReached(side, last, activationPrice);
  const extreme = isActive ? furtherOf(side, known, last) : undefined;
  if (isTrailing && extreme !== seen) setSeen(extreme);
  if (!isTrailing) return undefined;
  if (extreme === undefined || extreme === extremePrice) return { extreme, trigger: triggerPrice };
  const exact = trailTrigger(side, { fraction: order.trailFraction, amount: order.trailAmount }, extreme);
  const places = market?.pricePrecision;
  // The first price that reaches it.
  const trigger = places === undefined ? exact : round(exact, places, side === 'sell' ? 'down' : 'up');
  return { extreme, trigger };
}

function isReached(side: Order['side'], last: Decimal | undefined, activationPrice: Decimal): boolean {
  if (last === undefined) return false;
  return side === 'sell' ? compare(last, activationPrice) >= 0 : compare(last, activationPrice) <= 0;
}
