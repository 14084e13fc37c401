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
  const isTrailing = order.orderType === 'trailing_stop' && order.triggeredAt == null && order.status === 'waiting';
  const { market } = useMarket(isTrailing ? order.symbol : undefined);
  const [seen, setSeen] = useState(order.extremePrice);
  const extreme = extremeOf(order, seen, market?.lastPrice ?? undefined);
  if (isTrailing && extreme !== seen) setSeen(extreme);
  if (!isTrailing) return undefined;
  if (extreme === undefined || extreme === order.extremePrice) return { extreme, trigger: order.triggerPrice };
  return { extreme, trigger: triggerOf(order, extreme, market?.pricePrecision) };
}

function extremeOf(order: Order, seen: Decimal | undefined, last: Decimal | undefined): Decimal | undefined {
  const { side, activationPrice, extremePrice } = order;
  const known = furtherOf(side, seen, extremePrice);
  const isActive = known !== undefined || activationPrice === undefined || isReached(side, last, activationPrice);
  return isActive ? furtherOf(side, known, last) : undefined;
}

/** The first price that reaches the trigger. */
function triggerOf(order: Order, extreme: Decimal, places: number | undefined): Decimal {
  const { side, trailFraction: fraction, trailAmount: amount } = order;
  const exact = trailTrigger(side, { fraction, amount }, extreme);
  return places === undefined ? exact : round(exact, places, side === 'sell' ? 'down' : 'up');
}

function isReached(side: Order['side'], last: Decimal | undefined, activationPrice: Decimal): boolean {
  if (last === undefined) return false;
  return side === 'sell' ? compare(last, activationPrice) >= 0 : compare(last, activationPrice) <= 0;
}
