/** The outcome of an order as soon as it is placed. Its row shows what follows. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/spot/calls';
import { isPositive, ZERO } from '@halyard/contract/money';
import { isStopType } from '@halyard/contract/spot/rules';
import { useFormat } from '../../../shared/format/useFormat.ts';

// The most digits of any market.
const PLACES = 8;

/** The text key; `undefined` when the order does not show how it was filled. */
export function outcomeKey(order: Order) {
  const { status, orderType, cancelReason, maxSlippage, averagePrice, price, isWaitingForPrice } = order;
  if (!isPositive(order.filledQuantity ?? ZERO)) {
    if (status === 'cancelled') return 'ticket.outcomeNone';
    if (status === 'completed') return undefined;
    if (isWaitingForPrice === true) return 'ticket.outcomeNextPrice';
    if (order.leg === 'take_profit') return 'ticket.outcomeOco';
    return isStopType(orderType) ? 'ticket.outcomeStop' : 'ticket.outcomeWaits';
  }
  if (status === 'waiting')
    return isWaitingForPrice === true ? 'ticket.outcomePartNextPrice' : 'ticket.outcomePartWaits';
  if (status === 'cancelled') {
    const isCapped = cancelReason === 'slippage' && maxSlippage != null;
    return isCapped ? 'ticket.outcomeCapped' : 'ticket.outcomePart';
  }
  return (averagePrice ?? price) === null ? undefined : 'ticket.outcomeFilled';
}

/** The outcome in words, with the filled amount. */
export function useOutcomeText(): (order: Order) => string | undefined {
  const { t } = useTranslation('spot');
  const format = useFormat();
  return useCallback(
    (order) => {
      const key = outcomeKey(order);
      if (key === undefined) return undefined;
      const { maxSlippage, averagePrice, price } = order;
      const at = averagePrice ?? price;
      return t(key, {
        amount: format.amount(order.filledQuantity ?? ZERO, PLACES, 0),
        quantity: format.amount(order.quantity, PLACES, 0),
        coin: order.symbol.split('/')[0] ?? '',
        ...(maxSlippage != null && { cap: format.rate(maxSlippage) }),
        ...(at !== null && { price: format.amount(at, PLACES, 0) }),
      });
    },
    [t, format],
  );
}
