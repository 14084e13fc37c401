import type { MarketRecord } from '../../market/marketRecord.ts';
import type { OrderFacts } from '../../events/messageFacts.ts';
import type { SpotOrder } from './spotOrder.ts';

/**
 * Whether an order event goes to its user's message centre: once, when the order has ended, unless the user ended it.
 */
export function hasOrderEvent({ status, cancelReason }: SpotOrder): boolean {
  return status === 'completed' || (status === 'cancelled' && cancelReason !== 'user' && cancelReason !== 'replaced');
}

/** The columns of an order event. */
export function eventColumns(order: SpotOrder, market: MarketRecord): object {
  const facts: Omit<OrderFacts, 'subject'> = {
    symbol: market.symbol,
    base: market.base,
    quote: market.quote,
    places: market.terms.pricePrecision,
    side: order.side,
    status: order.status === 'completed' ? 'completed' : 'cancelled',
    reason: order.cancelReason ?? null,
    quantity: order.quantity,
    filled: order.filledQuantity,
    filledQuote: order.filledQuote,
  };
  return { user_id: order.userId, ref: order.id, facts };
}
