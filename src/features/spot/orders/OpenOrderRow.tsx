import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/calls/spot';
import { cancellation } from '../../../domain/orders/orderWrites.ts';
import { useCheckingText } from '../../../shared/money-writes/useCheckingText.ts';
import { useMoneyWrite } from '../../../shared/money-writes/useMoneyWrite.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import styles from './Orders.module.css';
import { FilledBar, FilledText, OrderTerms, OrderTime, OrderTitle, StopWords } from './OrderWords.tsx';
import { usePairTerms } from './usePairs.ts';

/** What can be done with an order from its row. */
export type OrderActions = {
  readonly onOpen: (order: Order) => void;
  readonly onEdit: (order: Order) => void;
  /** Nothing can be sent now; the list says why. */
  readonly isOff: boolean;
};

type OpenOrderRowProps = OrderActions & { order: Order };

/** A waiting order: how much of it is filled, what it waits for, and the ways to change and to cancel it. */
export function OpenOrderRow({ order, onOpen, onEdit, isOff }: OpenOrderRowProps) {
  const { t } = useTranslation('spot');
  const terms = usePairTerms(order);
  const { send: cancel, isSending, status } = useMoneyWrite(cancellation);
  const checking = useCheckingText(status);
  return (
    <div className={styles['order']}>
      <button type="button" className={styles['opener']} onClick={() => onOpen(order)}>
        <span className={styles['line']}>
          <OrderTitle order={order} />
          <OrderTime at={order.createdAt} />
        </span>
        <OrderTerms order={order} terms={terms} />
        <StopWords order={order} terms={terms} />
      </button>
      <FilledBar order={order} />
      <div className={styles['line']}>
        <span className={styles['soft']}>
          <FilledText order={order} terms={terms} />
        </span>
        <span className={styles['actions']}>
          <IconButton
            icon={<Pencil aria-hidden />}
            label={t('orders.editOne', { id: order.id })}
            className={styles['edit']}
            disabled={isOff || isSending}
            onClick={() => onEdit(order)}
          />
          <Button
            kind="ghost"
            size="small"
            isLoading={isSending}
            disabled={isOff}
            aria-label={t('orders.cancelOne', { id: order.id })}
            onClick={() => void cancel({ id: order.id })}
          >
            {t('orders.cancel')}
          </Button>
        </span>
      </div>
      {checking !== undefined && (
        <p role="status" className={styles['obstacle']}>
          {checking}
        </p>
      )}
    </div>
  );
}
