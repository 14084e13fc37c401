/** Says when a waiting order fills, while the user looks at something else on the screen. */
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderId } from '@halyard/contract/ids';
import type { Order } from '@halyard/contract/spot/calls';
import { compare, ZERO, type Decimal } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { showToast } from '../../../shared/ui/toastQueue.ts';

type Orders = readonly Order[] | undefined;

// More digits than this no market has.
const PLACES = 8;

/** Shows one brief toast an order that had been waiting, which grows with what is filled of it. */
export function useFillNotices(open: Orders, over: Orders): void {
  const text = useNoticeText();
  const filled = useRef(new Map<OrderId, Decimal>());

  useEffect(() => {
    if (open === undefined) return;
    for (const order of [...open, ...(over ?? [])]) {
      const before = filled.current.get(order.id);
      if (before === undefined) continue;
      if (compare(order.filledQuantity ?? ZERO, before) > 0) {
        showToast({ kind: 'success', text: text(order), id: `fill:${order.id}`, isBrief: true });
      }
      if (order.status !== 'waiting') filled.current.delete(order.id);
    }
    for (const order of open) filled.current.set(order.id, order.filledQuantity ?? ZERO);
  }, [open, over, text]);
}

function useNoticeText(): (order: Order) => string {
  const { t } = useTranslation('spot');
  const format = useFormat();
  return useCallback(
    ({ side, symbol, status, quantity, filledQuantity }: Order) => {
      const figures = {
        amount: format.amount(filledQuantity ?? ZERO, PLACES, 0),
        quantity: format.amount(quantity, PLACES, 0),
        coin: symbol.split('/')[0] ?? '',
      };
      if (status === 'completed') return t(side === 'buy' ? 'notice.bought' : 'notice.sold', figures);
      return t(side === 'buy' ? 'notice.boughtPart' : 'notice.soldPart', figures);
    },
    [format, t],
  );
}
