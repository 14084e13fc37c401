import { useTranslation } from 'react-i18next';
import type { Order, Side } from '@halyard/contract/calls/spot';
import { decimal, divide, isZero, multiply, toModelNumber, ZERO } from '@halyard/contract/money';
import { stopDirection } from '@halyard/contract/rules/spot';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { Chip } from '../../../shared/ui/Chip.tsx';
import { Progress } from '../../../shared/ui/Progress.tsx';
import styles from './Orders.module.css';
import type { PairTerms } from './usePairs.ts';

/** Side, pair, type and terms: the first line of an order. */
export function OrderTitle({ order }: { order: Order }) {
  const { t } = useTranslation('spot');
  return (
    <span className={styles['title']}>
      <SideWord side={order.side} />
      <b>{order.symbol}</b>
      <span className={styles['soft']}>{t(`type.${order.orderType}`)}</span>
      {/* Good till cancelled goes without saying; a market order never waits. */}
      {order.timeInForce !== 'gtc' && order.orderType !== 'market' && <Chip>{order.timeInForce.toUpperCase()}</Chip>}
      {order.isPostOnly && <Chip>{t('tif.postOnly')}</Chip>}
    </span>
  );
}

/** Buy or sell, in word and colour. */
export function SideWord({ side }: { side: Side }) {
  const { t } = useTranslation('spot');
  return <b className={styles[side]}>{t(side === 'buy' ? 'side.buy' : 'side.sell')}</b>;
}

/**
 * When something happened, in the device's time zone: today to the second, before that the day, since orders wait for
 * days.
 */
export function OrderTime({ at }: { at: string }) {
  const format = useFormat();
  const isToday = useEachSecond((nowMs) => new Date(nowMs).toDateString() === new Date(at).toDateString());
  return (
    <time className={styles['faint']} dateTime={at}>
      {format.moment(Date.parse(at), isToday ? 'second' : 'dayMinute')}
    </time>
  );
}

/** Price and quantity of an order; a market order has no price. */
export function OrderTerms({ order, terms }: { order: Order; terms: PairTerms }) {
  return (
    <span className={styles['terms']}>
      {order.price !== null && (
        <>
          <Num kind="price" value={order.price} places={terms.pricePlaces} />
          {' × '}
        </>
      )}
      <Num kind="amount" value={order.quantity} places={terms.quantityPlaces} unit={terms.base} />
    </span>
  );
}

/** What a stop-limit order waits for, or that it waits for it no longer. */
export function StopWords({ order, terms }: { order: Order; terms: PairTerms }) {
  const text = useStopText(order, terms);
  return text === undefined ? null : <span className={styles['soft']}>{text}</span>;
}

/** The condition of a stop-limit order in words; nothing for other orders. */
export function useStopText(order: Order, { pricePlaces }: PairTerms): string | undefined {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { stopPrice, triggeredAt, referencePrice } = order;
  if (stopPrice == null) return undefined;
  const price = format.price(stopPrice, pricePlaces);
  if (triggeredAt != null) {
    return t('orders.stop.triggered', { price, time: format.moment(Date.parse(triggeredAt), 'dayMinute') });
  }
  // The price has to come from where it stood when the order came in.
  const direction = referencePrice === null ? undefined : stopDirection(stopPrice, referencePrice);
  return t(direction === undefined ? 'orders.stop.reach' : `orders.stop.${direction}`, { price });
}

/** How much of an order is filled, as a line that grows. */
export function FilledBar({ order }: { order: Order }) {
  const { t } = useTranslation('spot');
  const percent = filledPercent(order);
  return (
    <div className={styles['bar']}>
      <Progress label={t('orders.filled', { percent })} share={percent / 100} />
    </div>
  );
}

/** How much of an order is filled, in figures. */
export function FilledText({ order, terms }: { order: Order; terms: PairTerms }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const filled = format.amount(order.filledQuantity ?? ZERO, terms.quantityPlaces, 0);
  const quantity = format.amount(order.quantity, terms.quantityPlaces, 0);
  return t('orders.filledOf', { filled, quantity, coin: terms.base, percent: filledPercent(order) });
}

const HUNDRED = decimal('100');

// Rounded down: an order is not filled before all of it is.
function filledPercent({ filledQuantity, quantity }: Order): number {
  if (isZero(quantity)) return 0;
  return toModelNumber(divide(multiply(filledQuantity ?? ZERO, HUNDRED), quantity, 0, 'down'));
}
