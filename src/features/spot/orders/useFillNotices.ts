/** Says when a waiting order fills, while the user looks at something else on the screen. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import type { OrderId } from '@halyard/contract/calls/ids';
import type { Order } from '@halyard/contract/calls/spot';
import { compare, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { useOrderHistory } from '../../../domain/orders/useOrders.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { showToast } from '../../../shared/ui/toastQueue.ts';

/** Shows a toast for what was filled of orders that had been waiting before. */
export function useFillNotices(open: readonly Order[] | undefined, market: Market): void {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { orders: over } = useOrderHistory({ baseId: market.baseId, quoteId: market.quoteId });
  const waiting = useRef(new Map<OrderId, Decimal>());

  useEffect(() => {
    if (open === undefined) return;
    for (const order of [...open, ...(over ?? [])]) {
      const before = waiting.current.get(order.id);
      const now = order.filledQuantity ?? ZERO;
      if (before !== undefined && compare(now, before) > 0) {
        const amount = format.quantity(subtract(now, before), market.quantityPrecision);
        const key = order.side === 'buy' ? 'notice.bought' : 'notice.sold';
        showToast({ kind: 'success', text: t(key, { amount, coin: market.base }) });
      }
      if (before !== undefined && order.status !== 'waiting') waiting.current.delete(order.id);
    }
    for (const order of open) waiting.current.set(order.id, order.filledQuantity ?? ZERO);
  }, [open, over, format, market, t]);
}
