/** At which levels of the book the user's own orders wait. */
import { useMemo } from 'react';
import type { Market } from '@halyard/contract/market/calls';
import type { Order } from '@halyard/contract/spot/calls';
import { roundToStep, type Decimal } from '@halyard/contract/money';
import { useOpenOrders } from '../../../domain/spot/useOrders.ts';

export type OwnPrices = Readonly<Record<'buy' | 'sell', ReadonlySet<Decimal>>>;

/**
 * Prices of waiting orders by side, joined by the step as the book is. A stop that has not been triggered stands in no
 * book.
 */
export function useOwnPrices(market: Market, step: Decimal | undefined): OwnPrices {
  const { orders } = useOpenOrders(market);
  return useMemo(() => ownPricesOf(orders ?? [], step), [orders, step]);
}

function ownPricesOf(orders: readonly Order[], step: Decimal | undefined): OwnPrices {
  const own = { buy: new Set<Decimal>(), sell: new Set<Decimal>() };
  for (const order of orders) {
    const { price, side } = order;
    if (price === null || price === undefined || !isInBook(order)) continue;
    own[side].add(step === undefined ? price : roundToStep(price, step, side === 'buy' ? 'down' : 'up'));
  }
  return own;
}

function isInBook({ orderType, triggeredAt }: Order): boolean {
  return orderType !== 'stop_limit' || (triggeredAt !== undefined && triggeredAt !== null);
}
