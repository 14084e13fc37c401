/** The outcome of an order as soon as it is placed. Its row shows what follows. */
import type { Order } from '@halyard/contract/spot/calls';
import { isPositive, ZERO } from '@halyard/contract/money';

/** The text key; `undefined` when the order does not show how it was filled. */
export function outcomeKey(order: Order) {
  const { status, orderType, cancelReason, maxSlippage, averagePrice, price } = order;
  if (!isPositive(order.filledQuantity ?? ZERO)) {
    if (status === 'cancelled') return 'ticket.outcomeNone';
    if (status === 'completed') return undefined;
    return orderType === 'stop_limit' ? 'ticket.outcomeStop' : 'ticket.outcomeWaits';
  }
  if (status === 'waiting') return 'ticket.outcomePartWaits';
  if (status === 'cancelled') {
    const isCapped = cancelReason === 'slippage' && maxSlippage != null;
    return isCapped ? 'ticket.outcomeCapped' : 'ticket.outcomePart';
  }
  return (averagePrice ?? price) === null ? undefined : 'ticket.outcomeFilled';
}
