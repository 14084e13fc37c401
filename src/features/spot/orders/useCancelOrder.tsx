/** Cancels open orders; a failure is shown where it was started, since the row disappears. */
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/spot/calls';
import { cancellation, groupCancellation } from '../../../domain/spot/orderMutations.ts';
import type { GroupRow } from '../../../domain/spot/orderGroups.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';

const CancelLegSheet = lazyPart(async () => (await import('./CancelSheets.tsx')).CancelLegSheet);

/** `other`: the exit of its group that stays alone, so that a question comes first; `question` is its sheet. */
export function useCancelOrder(order: Order, other: Order | undefined) {
  const { t } = useTranslation('spot');
  const { id, symbol } = order;
  const { send, isSending, status } = useMoneyMutation(cancellation);
  const [isAsking, setAsking] = useState(false);
  const wasAsked = useWasEver(isAsking);
  const shown = useLastKnown(other);
  const cancel = () => {
    setAsking(false);
    const notify = () => showToast({ kind: 'success', text: t('orders.cancelledOne', { symbol }), isBrief: true });
    void answerOf(send({ id }), notify);
  };
  const question: ReactNode = wasAsked && shown !== undefined && (
    <Suspense fallback={null}>
      <CancelLegSheet order={order} other={shown} isOpen={isAsking} onOpenChange={setAsking} onConfirm={cancel} />
    </Suspense>
  );
  return {
    cancel: () => (other === undefined ? cancel() : setAsking(true)),
    question,
    isSending,
    checking: useCheckingText(status),
  } as const;
}

/** Cancels all orders of a group. */
export function useCancelGroup({ groupId, orders: [{ symbol }] }: GroupRow) {
  const { t } = useTranslation('spot');
  const { send, isSending, status } = useMoneyMutation(groupCancellation);
  return {
    cancel: () => {
      const notify = () => showToast({ kind: 'success', text: t('orders.group.cancelled', { symbol }), isBrief: true });
      void answerOf(send({ groupId }), notify);
    },
    isSending,
    checking: useCheckingText(status),
  } as const;
}
