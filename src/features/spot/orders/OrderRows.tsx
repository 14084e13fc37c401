import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Fill, Order, Side } from '@halyard/contract/spot/calls';
import { isPositive, isZero, toModelNumber, ZERO, shareInPercent } from '@halyard/contract/money';
import { filledTotal, quoteAmount, stopDirection } from '@halyard/contract/spot/rules';
import { isForgotten, isEditable, isTrailing, type HistoryLine } from '../../../domain/spot/orderData.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { isSameDay } from '../../../shared/time/byDay.ts';
import { useZone, useZonedFormat } from '../../../shared/time/zone.ts';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { Chip } from '../../../shared/ui/Chip.tsx';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { Progress } from '../../../shared/ui/Progress.tsx';
import styles from './Orders.module.css';
import { useCancelOrder } from './useCancelOrder.tsx';
import { type PairTerms, usePairTerms } from './usePairs.ts';

/** Side, pair, type and terms: the first line of an order. */
export function OrderTitle({ order }: { order: Order }) {
  const { t } = useTranslation('spot');
  return (
    <span className={styles['title']}>
      <SideWord side={order.side} />
      <b>{order.symbol}</b>
      <span className={styles['soft']}>{t(`type.${order.orderType}`)}</span>
      {order.leg !== undefined && order.leg !== 'entry' && <Chip>{t(`orders.leg.${order.leg}`)}</Chip>}
      {/* Good till cancelled is the default and not shown; a market order never waits. */}
      {order.timeInForce !== 'gtc' && order.orderType !== 'market' && <Chip>{order.timeInForce.toUpperCase()}</Chip>}
      {order.isPostOnly && <Chip>{t('tif.postOnly')}</Chip>}
    </span>
  );
}

export function SideWord({ side }: { side: Side }) {
  const { t } = useTranslation('spot');
  return <b className={styles[side]}>{t(side === 'buy' ? 'side.buy' : 'side.sell')}</b>;
}

/** Pair and side of an order, one below the other. */
export function PairAndSide({ order }: { order: Order }) {
  return (
    <span>
      {order.symbol}{' '}
      <span className={styles['kind']}>
        <SideWord side={order.side} />
      </span>
    </span>
  );
}

/**
 * A moment in the screen's time zone: today with seconds, earlier with the day, since orders may wait for days.
 * `isExact`: always with seconds, as executions have them.
 */
export function OrderTime({ at, isExact = false }: { at: string; isExact?: boolean }) {
  const format = useZonedFormat();
  const zone = useZone();
  const isToday = useEachSecond((nowMs) => isSameDay(nowMs, Date.parse(at), zone));
  return (
    <time className={styles['faint']} dateTime={at}>
      {format.moment(Date.parse(at), isToday ? 'second' : isExact ? 'daySecond' : 'dayMinute')}
    </time>
  );
}

/** Price and quantity of an order; a market order has no price. */
function OrderTerms({ order, terms }: { order: Order; terms: PairTerms }) {
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

/** The condition of a stop order, or that it was triggered; the exits of an entry; the end of an order. */
export function StopWords({ order, terms }: { order: Order; terms: PairTerms }) {
  const texts = [useStopText(order, terms), ...useExitTexts(order, terms), useEndText(order)];
  const words = texts.filter((text) => text !== undefined).join(' · ');
  return words === '' ? null : <span className={styles['soft']}>{words}</span>;
}

/** The exits that a waiting entry brings in. */
function useExitTexts({ exits, status }: Order, { pricePlaces }: PairTerms): readonly string[] {
  const { t } = useTranslation('spot');
  const format = useZonedFormat();
  if (exits === undefined || status !== 'waiting') return [];
  const { takeProfitPrice, stopPrice } = exits;
  const texts = [
    takeProfitPrice && t('orders.exits.takeProfit', { price: format.price(takeProfitPrice, pricePlaces) }),
    stopPrice && t('orders.exits.stopLoss', { price: format.price(stopPrice, pricePlaces) }),
  ];
  return texts.filter((text) => text !== undefined);
}

/** When a waiting order ends, in the screen's time zone. */
function useEndText({ expiresAt, status }: Order): string | undefined {
  const { t } = useTranslation('spot');
  const format = useZonedFormat();
  if (expiresAt === undefined || status !== 'waiting') return undefined;
  // At most 90 days ahead, so that the day needs no year.
  return t('orders.ends', { time: format.moment(Date.parse(expiresAt), 'dayMinute') });
}

/** The condition of a stop order as text; undefined for other orders. */
export function useStopText(order: Order, { pricePlaces }: PairTerms): string | undefined {
  const { t } = useTranslation('spot');
  const format = useZonedFormat();
  const { stopPrice, triggeredAt, referencePrice, activationPrice, triggerPrice } = order;
  if (isTrailing(order) && triggerPrice !== undefined) {
    const trigger = format.price(triggerPrice, pricePlaces);
    return t(order.side === 'sell' ? 'orders.trail.rises' : 'orders.trail.falls', { price: trigger });
  }
  if (isTrailing(order) && activationPrice !== undefined) {
    return t('orders.trail.starts', { price: format.price(activationPrice, pricePlaces) });
  }
  if (stopPrice == null) return undefined;
  const price = format.price(stopPrice, pricePlaces);
  if (triggeredAt != null) {
    return t('orders.stop.triggered', { price, time: format.moment(Date.parse(triggeredAt), 'dayMinute') });
  }
  // The direction follows from the price when the order was placed.
  const direction = referencePrice === null ? undefined : stopDirection(stopPrice, referencePrice);
  return t(direction === undefined ? 'orders.stop.reach' : `orders.stop.${direction}`, { price });
}

/** That an order waits for the next price. */
function PriceWords({ order }: { order: Order }) {
  const { t } = useTranslation('spot');
  if (order.isWaitingForPrice !== true) return null;
  return (
    <span role="status" className={styles['soft']}>
      {t('orders.waitsForPrice')}
    </span>
  );
}

/** The filled part of an order as a bar. */
export function FilledBar({ order }: { order: Order }) {
  const { t } = useTranslation('spot');
  const format = useZonedFormat();
  const percent = filledPercent(order);
  return (
    <div className={styles['bar']}>
      <Progress label={t('orders.filled', { percent: format.share(percent) })} share={percent / 100} />
    </div>
  );
}

/** The filled part of an order in figures. */
export function FilledText({ order, terms }: { order: Order; terms: PairTerms }) {
  const { t } = useTranslation('spot');
  const format = useZonedFormat();
  const filled = format.amount(order.filledQuantity ?? ZERO, terms.quantityPlaces, 0);
  const quantity = format.amount(order.quantity, terms.quantityPlaces, 0);
  return t('orders.filledOf', { filled, quantity, coin: terms.base, percent: format.share(filledPercent(order)) });
}

// Rounded down: an order is not filled before all of it is.
export function filledPercent({ filledQuantity, quantity }: Order): number {
  if (isZero(quantity)) return 0;
  return toModelNumber(shareInPercent(filledQuantity ?? ZERO, quantity, 0, 'down'));
}

/** Quote value of an order's fills, in the precision of its prices. */
export function OrderTotal({ order, terms: { pricePlaces, quote } }: { order: Order; terms: PairTerms }) {
  return <Num kind="amount" value={filledTotal(order, pricePlaces)} places={pricePlaces} unit={quote} />;
}

type OrderRowProps = { order: Order; onOpen: (order: Order) => void };

/** The state of an order; of one that waits for the rest of its quantity, the filled share. */
export function StatusText({ order }: { order: Order }) {
  const { t } = useTranslation('spot');
  const format = useZonedFormat();
  const isPartlyFilled = order.status === 'waiting' && isPositive(order.filledQuantity ?? ZERO);
  return isPartlyFilled
    ? joinUnbroken([t('status.partlyFilled'), format.share(filledPercent(order))])
    : t(`status.${order.status}`);
}

const NO_BREAK = '\u{A0}';

/** Words in a row that breaks after a separator only. */
export function joinUnbroken(words: readonly string[]): string {
  return words.map((word) => word.replaceAll(' ', NO_BREAK)).join(`${NO_BREAK}· `);
}

/** A finished order: terms, filled quantity with average price and total, and status. */
function OrderRow({ order, onOpen }: OrderRowProps) {
  const { t } = useTranslation('spot');
  const terms = usePairTerms(order);
  const isWaiting = order.status === 'waiting';
  return (
    <button type="button" className={styles['opener']} onClick={() => onOpen(order)}>
      <span className={styles['line']}>
        <OrderTitle order={order} />
        <OrderTime at={order.createdAt} />
      </span>
      <span className={styles['line']}>
        <OrderTerms order={order} terms={terms} />
        <span className={styles['state']}>
          <StatusText order={order} />
        </span>
      </span>
      {isWaiting && <StopWords order={order} terms={terms} />}
      <PriceWords order={order} />
      <span className={styles['soft']}>
        <FilledText order={order} terms={terms} />
      </span>
      {order.averagePrice != null && (
        <span className={styles['soft']}>
          {`${t('orders.average')} `}
          <Num kind="price" value={order.averagePrice} places={terms.pricePlaces} />
          {` · ${t('ticket.total')} `}
          <OrderTotal order={order} terms={terms} />
        </span>
      )}
    </button>
  );
}

type HistoryRowProps = { line: HistoryLine; onOpen: OrderRowProps['onOpen'] };

/** A history line: an order, or the number of deleted ones. */
export function HistoryRow({ line, onOpen }: HistoryRowProps) {
  const { t } = useTranslation('spot');
  const format = useZonedFormat();
  if (!isForgotten(line)) return <OrderRow order={line} onOpen={onOpen} />;
  const month = format.moment(Date.parse(`${line.month}-01T00:00:00Z`), 'month', 'utc');
  return (
    <div className={styles['fill']}>
      <p className={styles['line']}>
        <span>{t('orders.forgottenCount', { count: line.orders })}</span>
        <span className={styles['faint']}>{month}</span>
      </p>
      <p className={styles['soft']}>{t('orders.forgotten')}</p>
    </div>
  );
}

/** Actions of an order's row. */
export type OrderActions = {
  readonly onOpen: (order: Order) => void;
  readonly onEdit: (order: Order) => void;
  /** Nothing can be sent now; the list shows the reason. */
  readonly isOff: boolean;
};

/** An open order with its actions. */
export type OpenOrderRowProps = OrderActions & {
  order: Order;
  /** The other exit of its group, which stays when this one is cancelled. */
  other?: Order | undefined;
};

type EditButtonProps = Pick<OrderActions, 'onEdit' | 'isOff'> & { order: Order };

/** Opens the form that changes an order. */
export function EditButton({ order, isOff, onEdit }: EditButtonProps) {
  const { t } = useTranslation('spot');
  return (
    <IconButton
      icon={<Pencil aria-hidden />}
      label={t('orders.editOne', { id: order.id })}
      className={styles['edit']}
      disabled={isOff}
      onClick={() => onEdit(order)}
    />
  );
}

type CancelButtonProps = Pick<OrderActions, 'isOff'> & { order: Order; isSending: boolean; onCancel: () => void };

/** Cancels an order; it loads while the request is being sent. */
export function CancelButton({ order, isOff, isSending, onCancel }: CancelButtonProps) {
  const { t } = useTranslation('spot');
  return (
    <Button
      kind="ghost"
      size="small"
      isLoading={isSending}
      disabled={isOff}
      aria-label={t('orders.cancelOne', { id: order.id })}
      onClick={onCancel}
    >
      {t('orders.cancel')}
    </Button>
  );
}

/** An open order: filled part, condition, and buttons to change and cancel it. */
export function OpenOrderRow({ order, other, onOpen, onEdit, isOff }: OpenOrderRowProps) {
  const terms = usePairTerms(order);
  const { cancel, question, isSending, checking } = useCancelOrder(order, other);
  return (
    <div className={styles['order']}>
      <button type="button" className={styles['opener']} onClick={() => onOpen(order)}>
        <span className={styles['line']}>
          <OrderTitle order={order} />
          <OrderTime at={order.createdAt} />
        </span>
        <OrderTerms order={order} terms={terms} />
        <StopWords order={order} terms={terms} />
        <PriceWords order={order} />
      </button>
      <FilledBar order={order} />
      <div className={styles['line']}>
        <span className={styles['soft']}>
          <FilledText order={order} terms={terms} />
        </span>
        <span className={styles['actions']}>
          {isEditable(order) && <EditButton order={order} isOff={isOff || isSending} onEdit={onEdit} />}
          <CancelButton order={order} isOff={isOff} isSending={isSending} onCancel={cancel} />
        </span>
      </div>
      {checking !== undefined && <StatusNote text={checking} />}
      {question}
    </div>
  );
}

/** An execution. `isBrief` leaves out the order's side and pair when they are shown above. */
export function FillRow({ fill, isBrief = false }: { fill: Fill; isBrief?: boolean }) {
  const { t } = useTranslation('spot');
  const terms = usePairTerms(fill);
  return (
    <div className={styles['fill']}>
      <p className={styles['line']}>
        <span className={styles['title']}>
          {!isBrief && <SideWord side={fill.side} />}
          {!isBrief && <b>{fill.symbol}</b>}
          <span className={styles['soft']}>{t(fill.role === 'maker' ? 'role.maker' : 'role.taker')}</span>
        </span>
        <OrderTime at={fill.at} isExact />
      </p>
      <p className={styles['line']}>
        <span className={styles['terms']}>
          <Num kind="price" value={fill.price} places={terms.pricePlaces} />
          {' × '}
          <Num kind="amount" value={fill.quantity} places={terms.quantityPlaces} unit={terms.base} />
        </span>
        <span className={styles['soft']}>
          {`${t('ticket.total')} `}
          <Num kind="amount" value={quoteAmount(fill.quantity, fill.price)} unit={terms.quote} />
        </span>
      </p>
      <p className={styles['soft']}>
        {`${t('orders.fee')} `}
        <Num kind="amount" value={fill.fee} unit={fill.feeCurrency} />
      </p>
    </div>
  );
}

/** Why an order cannot be changed now, or that a request is being checked. */
export function StatusNote({ text }: { text: string }) {
  return (
    <p role="status" className={styles['obstacle']}>
      {text}
    </p>
  );
}
