/** Cancels one open order; a failure is shown where it was started, since the row disappears. */
import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/spot/calls';
import { cancellation } from '../../../domain/spot/orderMutations.ts';
import { useCheckingText } from '../../../shared/money-mutations/useCheckingText.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { showToast } from '../../../shared/ui/toastQueue.ts';

export function useCancelOrder({ id, symbol }: Pick<Order, 'id' | 'symbol'>) {
  const { t } = useTranslation('spot');
  const { send, isSending, status } = useMoneyMutation(cancellation);
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
