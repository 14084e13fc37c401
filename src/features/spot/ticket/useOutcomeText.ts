/** What became of an order at once, in words. What happens to it later is told by its row below. */
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import type { Order } from '@halyard/contract/calls/spot';
import { isPositive, ZERO } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';

/** Filled, waiting or cancelled, and how much of it; nothing where there is no order. */
export function useOutcomeText(market: Market, order: Order | undefined): string | undefined {
  const { t } = useTranslation('spot');
  const format = useFormat();
  if (order === undefined) return undefined;
  const filled = order.filledQuantity ?? ZERO;
  const amount = format.amount(filled, market.quantityPrecision, 0);
  const part = { amount, quantity: format.amount(order.quantity, market.quantityPrecision, 0), coin: market.base };
  const isWaiting = order.status === 'waiting';
  if (!isPositive(filled)) {
    if (!isWaiting) return order.status === 'cancelled' ? t('ticket.outcomeNone') : undefined;
    return t(order.orderType === 'stop_limit' ? 'ticket.outcomeStop' : 'ticket.outcomeWaits');
  }
  if (order.status !== 'completed') return t(isWaiting ? 'ticket.outcomePartWaits' : 'ticket.outcomePart', part);
  const average = order.averagePrice ?? order.price;
  if (average === null) return undefined;
  return t('ticket.outcomeFilled', { amount, coin: market.base, price: format.price(average, market.pricePrecision) });
}
