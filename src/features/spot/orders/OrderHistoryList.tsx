import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import type { Order } from '@halyard/contract/calls/spot';
import { useOrderHistory } from '../../../domain/orders/useOrders.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { ListStates } from './ListStates.tsx';
import styles from './Orders.module.css';
import { OrderTerms, OrderTitle } from './OrderWords.tsx';

/** Orders that are over: completed or cancelled, with what was filled at which average price. */
export function OrderHistoryList({ market }: { market: Market }) {
  const { t } = useTranslation('spot');
  const { orders, error, retry, hasMore, loadMore } = useOrderHistory({
    baseId: market.baseId,
    quoteId: market.quoteId,
  });
  return (
    <ListStates
      rows={orders}
      error={error}
      onRetry={() => void retry()}
      empty={t('orders.noHistory')}
      keyOf={(order) => order.id}
      onMore={hasMore ? () => void loadMore() : undefined}
      render={(order) => <PastOrder order={order} market={market} />}
    />
  );
}

function PastOrder({ order, market }: { order: Order; market: Market }) {
  const { t } = useTranslation('spot');
  return (
    <div className={styles['open']}>
      <div className={styles['words']}>
        <OrderTitle order={order} />
        <OrderTerms order={order} market={market} />
      </div>
      <div className={styles['end']}>
        <p>{t(order.status === 'completed' ? 'status.completed' : 'status.cancelled')}</p>
        <p className={styles['soft']}>
          <Num kind="amount" value={order.filledQuantity} places={market.quantityPrecision} unit={market.base} />
        </p>
        <p className={styles['soft']}>
          <Num kind="price" value={order.averagePrice} places={market.pricePrecision} />
        </p>
      </div>
    </div>
  );
}
