import { useTranslation } from 'react-i18next';
import type { useOpenOrders } from '../../../domain/orders/useOrders.ts';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { ListStates } from './ListStates.tsx';
import { OpenOrderRow, type OrderActions } from './OpenOrderRow.tsx';
import styles from './Orders.module.css';

type OpenOrderListProps = Omit<OrderActions, 'isOff'> & { open: ReturnType<typeof useOpenOrders> };

/**
 * Orders that wait, each with how much of it is filled and the ways to change and to cancel it. Without a connection
 * they stay to be read.
 */
export function OpenOrderList({ open, onOpen, onEdit }: OpenOrderListProps) {
  const { t } = useTranslation('spot');
  const isOff = useMoneyBlockedReason() !== undefined;
  const hasOrders = open.orders !== undefined && open.orders.length > 0;
  return (
    <>
      {isOff && hasOrders && (
        <p role="status" className={styles['obstacle']}>
          {t('orders.offline')}
        </p>
      )}
      <ListStates
        asOfMs={open.asOfMs}
        rows={open.orders}
        error={open.error}
        onRetry={() => void open.retry()}
        empty={t('orders.noOpen')}
        keyOf={(order) => order.id}
        render={(order) => <OpenOrderRow order={order} onOpen={onOpen} onEdit={onEdit} isOff={isOff} />}
      />
    </>
  );
}
