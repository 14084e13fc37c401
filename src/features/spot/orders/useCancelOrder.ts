/** Cancelling one waiting order, which is told where it was done: its row goes with it. */
import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/calls/spot';
import { cancellation } from '../../../domain/orders/orderWrites.ts';
import { useCheckingText } from '../../../shared/money-writes/useCheckingText.ts';
import { useMoneyWrite } from '../../../shared/money-writes/useMoneyWrite.ts';
import { showToast } from '../../../shared/ui/toastQueue.ts';

export function useCancelOrder({ id, symbol }: Pick<Order, 'id' | 'symbol'>) {
  const { t } = useTranslation('spot');
  const { send, isSending, status } = useMoneyWrite(cancellation);
  return {
    cancel: async () => {
      const outcome = await send({ id });
      if (outcome?.data === undefined) return;
      showToast({ kind: 'success', text: t('orders.cancelledOne', { symbol }), isBrief: true });
    },
    isSending,
    checking: useCheckingText(status),
  } as const;
}
