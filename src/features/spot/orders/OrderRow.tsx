import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/calls/spot';
import { Num } from '../../../shared/format/Num.tsx';
import styles from './Orders.module.css';
import { FilledText, OrderTerms, OrderTime, OrderTitle, StopWords } from './OrderWords.tsx';
import { usePairTerms } from './usePairs.ts';

type OrderRowProps = { order: Order; onOpen: (order: Order) => void };

/** An order of a history: what was asked for, how much of it was filled at which average price, how it stands. */
export function OrderRow({ order, onOpen }: OrderRowProps) {
  const { t } = useTranslation('spot');
  const terms = usePairTerms(order);
  const isWaiting = order.status === 'waiting';
  return (
    <button type="button" className={styles['opener']} onClick={() => onOpen(order)}>
      <span className={styles['line']}>
        <OrderTitle order={order} />
        <span className={styles['state']}>{t(`status.${order.status}`)}</span>
      </span>
      <span className={styles['line']}>
        <OrderTerms order={order} terms={terms} />
        <OrderTime at={order.createdAt} />
      </span>
      {isWaiting && <StopWords order={order} terms={terms} />}
      <span className={styles['line']}>
        <span className={styles['soft']}>
          <FilledText order={order} terms={terms} />
        </span>
        {order.averagePrice != null && (
          <span className={styles['soft']}>
            {`${t('orders.average')} `}
            <Num kind="price" value={order.averagePrice} places={terms.pricePlaces} />
          </span>
        )}
      </span>
    </button>
  );
}
