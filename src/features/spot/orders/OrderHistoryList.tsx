import { useTranslation } from 'react-i18next';
import type { Order } from '@halyard/contract/calls/spot';
import type { useOrderHistory } from '../../../domain/orders/useOrders.ts';
import { ListStates } from './ListStates.tsx';
import { OrderRow } from './OrderRow.tsx';

type OrderHistoryListProps = { over: ReturnType<typeof useOrderHistory>; onOpen: (order: Order) => void };

/** Orders that are over: completed or cancelled, with what was filled at which average price. */
export function OrderHistoryList({ over, onOpen }: OrderHistoryListProps) {
  const { t } = useTranslation('spot');
  return (
    <ListStates
      asOfMs={over.asOfMs}
      rows={over.orders}
      error={over.error}
      onRetry={() => void over.retry()}
      empty={t('orders.noHistory')}
      keyOf={(order) => order.id}
      onMore={over.hasMore ? () => void over.loadMore() : undefined}
      isLoadingMore={over.isLoadingMore}
      render={(order) => <OrderRow order={order} onOpen={onOpen} />}
    />
  );
}
