import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import type { Order } from '@halyard/contract/calls/spot';
import { decimal, divide, isZero, multiply, toModelNumber, ZERO } from '@halyard/contract/money';
import { useCancelOrderMutation } from '../../../domain/orders/ordersApi.ts';
import { useOpenOrders } from '../../../domain/orders/useOrders.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Progress } from '../../../shared/ui/Progress.tsx';
import { ListStates } from './ListStates.tsx';
import styles from './Orders.module.css';
import { OrderTerms, OrderTitle } from './OrderWords.tsx';

/** Orders that wait in the book, each with how much of it is filled and a way to cancel it. */
export function OpenOrderList({ market }: { market: Market }) {
  const { t } = useTranslation('spot');
  const { orders, error, retry } = useOpenOrders(market);
  return (
    <ListStates
      rows={orders}
      error={error}
      onRetry={() => void retry()}
      empty={t('orders.noOpen')}
      keyOf={(order) => order.id}
      render={(order) => <OpenOrder order={order} market={market} />}
    />
  );
}

function OpenOrder({ order, market }: { order: Order; market: Market }) {
  const { t } = useTranslation('spot');
  const [cancel, { isLoading }] = useCancelOrderMutation();
  const percent = filledPercent(order);
  return (
    <div className={styles['open']}>
      <div className={styles['words']}>
        <OrderTitle order={order} />
        <OrderTerms order={order} market={market} />
        <p className={styles['soft']}>{t('orders.filled', { percent })}</p>
        <Progress label={t('orders.filled', { percent })} share={percent / 100} />
      </div>
      <Button
        kind="ghost"
        size="small"
        isLoading={isLoading}
        aria-label={t('orders.cancelOne', { id: order.id })}
        onClick={() => void cancel(order.id)}
      >
        {t('orders.cancel')}
      </Button>
    </div>
  );
}

const HUNDRED = decimal('100');

function filledPercent({ filledQuantity, quantity }: Order): number {
  if (isZero(quantity)) return 0;
  return toModelNumber(divide(multiply(filledQuantity ?? ZERO, HUNDRED), quantity, 0, 'down'));
}
