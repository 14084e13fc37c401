import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import type { Fill } from '@halyard/contract/calls/spot';
import { useFills } from '../../../domain/orders/useOrders.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { ListStates } from './ListStates.tsx';
import styles from './Orders.module.css';
import { OrderTime, SideWord } from './OrderWords.tsx';

/** Executions: price, quantity and the fee of each. */
export function FillList({ market }: { market: Market }) {
  const { t } = useTranslation('spot');
  const { fills, error, retry, hasMore, loadMore } = useFills({ baseId: market.baseId });
  return (
    <ListStates
      rows={fills}
      error={error}
      onRetry={() => void retry()}
      empty={t('orders.noFills')}
      keyOf={(fill) => fill.id}
      onMore={hasMore ? () => void loadMore() : undefined}
      render={(fill) => <Execution fill={fill} market={market} />}
    />
  );
}

function Execution({ fill, market }: { fill: Fill; market: Market }) {
  const { t } = useTranslation('spot');
  return (
    <div className={styles['open']}>
      <div className={styles['words']}>
        <p className={styles['title']}>
          <SideWord side={fill.side} />
          <b>{fill.symbol}</b>
          <span className={styles['soft']}>{t(fill.role === 'maker' ? 'role.maker' : 'role.taker')}</span>
          <OrderTime at={fill.at} />
        </p>
        <p className={styles['terms']}>
          <Num kind="price" value={fill.price} places={market.pricePrecision} />
          {' × '}
          <Num kind="amount" value={fill.quantity} places={market.quantityPrecision} unit={market.base} />
        </p>
      </div>
      <div className={styles['end']}>
        <p className={styles['soft']}>{t('ticket.fee')}</p>
        <p>
          <Num kind="amount" value={fill.fee} places={8} unit={fill.feeCurrency} />
        </p>
      </div>
    </div>
  );
}
