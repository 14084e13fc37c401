import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/calls/spot';
import { isPositive, ZERO } from '@halyard/contract/money';
import { cancellation } from '../../../domain/orders/orderWrites.ts';
import { useCheckingText } from '../../../shared/money-writes/useCheckingText.ts';
import { useMoneyWrite } from '../../../shared/money-writes/useMoneyWrite.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { useLastKnown } from '../../../shared/ui/useLastKnown.ts';
import { FillList } from './FillList.tsx';
import styles from './Orders.module.css';
import { FilledBar, OrderTitle } from './OrderWords.tsx';
import { useOrderFacts } from './useOrderFacts.tsx';

type OrderSheetProps = {
  /** Shown while there is one. */
  order: Order | undefined;
  /** Among these are the orders that it replaced, or that replaced it. */
  known: readonly Order[];
  onOpen: (order: Order) => void;
  /** Changes it; missing where that cannot be. */
  onEdit: ((order: Order) => void) | undefined;
  onClose: () => void;
};

/** All that is known of one order: how it stands and why, its figures, its fills, and what stands in its place. */
export function OrderSheet({ order, known, onOpen, onEdit, onClose }: OrderSheetProps) {
  const { t } = useTranslation('spot');
  const shown = useLastKnown(order);
  return (
    <Sheet
      isOpen={order !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={shown === undefined ? t('orders.orders') : t('orders.detail.order', { id: shown.id })}
      footer={shown?.status === 'waiting' ? <Actions key={shown.id} order={shown} onEdit={onEdit} /> : undefined}
    >
      {shown !== undefined && <Details key={shown.id} order={shown} known={known} onOpen={onOpen} />}
    </Sheet>
  );
}

function Details({ order, known, onOpen }: Pick<OrderSheetProps, 'known' | 'onOpen'> & { order: Order }) {
  const { t } = useTranslation('spot');
  const facts = useOrderFacts({ order, known, onOpen });
  const { status, cancelReason, filledQuantity } = order;
  const isOff = useMoneyBlockedReason() !== undefined;
  return (
    <div className={styles['details']}>
      <p className={styles['line']}>
        <OrderTitle order={order} />
        <span className={styles['state']}>{t(`status.${status}`)}</span>
      </p>
      {status === 'cancelled' && cancelReason != null && (
        <p className={styles['reason']}>{t(`orders.reason.${cancelReason}`)}</p>
      )}
      {isOff && status === 'waiting' && (
        <p role="status" className={styles['obstacle']}>
          {t('orders.offline')}
        </p>
      )}
      <FilledBar order={order} />
      <KeyValue items={facts} />
      {isPositive(filledQuantity ?? ZERO) && (
        <section aria-label={t('orders.fills')}>
          <h3 className={styles['heading']}>{t('orders.fills')}</h3>
          <FillList filter={{ orderId: order.id }} isBrief />
        </section>
      )}
    </div>
  );
}

function Actions({ order, onEdit }: Pick<OrderSheetProps, 'onEdit'> & { order: Order }) {
  const { t } = useTranslation('spot');
  const { send: cancel, isSending, status } = useMoneyWrite(cancellation);
  const checking = useCheckingText(status);
  const isOff = useMoneyBlockedReason() !== undefined;
  return (
    <div className={styles['answers']}>
      <div className={styles['answerButtons']}>
        <Button kind="ghost" isLoading={isSending} disabled={isOff} onClick={() => void cancel({ id: order.id })}>
          {t('orders.cancelThis')}
        </Button>
        {onEdit !== undefined && (
          <Button disabled={isOff || isSending} onClick={() => onEdit(order)}>
            {t('orders.edit')}
          </Button>
        )}
      </div>
      {checking !== undefined && (
        <p role="status" className={styles['obstacle']}>
          {checking}
        </p>
      )}
    </div>
  );
}
