import { useTranslation } from 'react-i18next';
import type { FillFilter } from '../../../domain/orders/ordersApi.ts';
import { useFills } from '../../../domain/orders/useOrders.ts';
import { FillRow } from './FillRow.tsx';
import { ListStates } from './ListStates.tsx';

type FillListProps = {
  filter: FillFilter;
  /** Without side and pair of the order, which are told above. */
  isBrief?: boolean;
};

/** Executions: price, quantity and the fee of each. */
export function FillList({ filter, isBrief = false }: FillListProps) {
  const { t } = useTranslation('spot');
  const { fills, error, retry, hasMore, loadMore, isLoadingMore, asOfMs } = useFills(filter);
  return (
    <ListStates
      asOfMs={asOfMs}
      rows={fills}
      error={error}
      onRetry={() => void retry()}
      empty={t('orders.noFills')}
      keyOf={(fill) => fill.id}
      onMore={hasMore ? () => void loadMore() : undefined}
      isLoadingMore={isLoadingMore}
      render={(fill) => <FillRow fill={fill} isBrief={isBrief} />}
    />
  );
}
