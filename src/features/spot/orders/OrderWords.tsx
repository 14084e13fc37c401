import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import type { Order, Side } from '@halyard/contract/calls/spot';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import styles from './Orders.module.css';

/** Side, pair, type and time: the first line of an order. */
export function OrderTitle({ order }: { order: Order }) {
  const { t } = useTranslation('spot');
  return (
    <p className={styles['title']}>
      <SideWord side={order.side} />
      <b>{order.symbol}</b>
      <span className={styles['soft']}>{t(order.orderType === 'limit' ? 'type.limit' : 'type.market')}</span>
      <OrderTime at={order.createdAt} />
    </p>
  );
}

/** Buy or sell, in word and colour. */
export function SideWord({ side }: { side: Side }) {
  const { t } = useTranslation('spot');
  return <b className={styles[side]}>{t(side === 'buy' ? 'side.buy' : 'side.sell')}</b>;
}

/** When something happened, in the device's time zone. */
export function OrderTime({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time className={styles['faint']} dateTime={at}>
      {format.moment(Date.parse(at), 'second')}
    </time>
  );
}

/** Price and quantity of an order; a market order has an average price once it filled. */
export function OrderTerms({ order, market }: { order: Order; market: Market }) {
  const { t } = useTranslation('spot');
  const price = order.price ?? order.averagePrice;
  return (
    <p className={styles['terms']}>
      {price == null ? t('type.market') : <Num kind="price" value={price} places={market.pricePrecision} />}
      {' × '}
      <Num kind="amount" value={order.quantity} places={market.quantityPrecision} unit={market.base} />
    </p>
  );
}
