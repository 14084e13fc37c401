/** Which orders a user is told of in his message centre, and what of them. */
import type { MarketRecord } from '../../market/marketRecord.ts';
import type { OrderFacts } from '../../events/messageFacts.ts';
import type { SpotOrder } from './spotOrder.ts';

/** Whether its user is told how an order stands: once, when nothing more comes of it, unless he ended it himself. */
export function isTold({ status, cancelReason }: SpotOrder): boolean {
  return status === 'completed' || (status === 'cancelled' && cancelReason !== 'user' && cancelReason !== 'replaced');
}

/** The columns of what a user is told of an order. */
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
