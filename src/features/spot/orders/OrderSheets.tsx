import { type ComponentProps, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderId } from '@halyard/contract/ids';
import type { Order } from '@halyard/contract/spot/calls';
import { isPositive, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { filledTotal } from '@halyard/contract/spot/rules';
import { useMarket } from '../../../domain/markets/useMarkets.ts';
import { isEditable, replacementOf } from '../../../domain/spot/orderData.ts';
import { otherExitOf } from '../../../domain/spot/orderGroups.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { FillList } from './OrderLists.tsx';
import { FilledBar, FilledText, OrderTitle, StatusNote, StatusText, useStopText } from './OrderRows.tsx';
import styles from './Orders.module.css';
import type { OrderSheetsControl } from './openedSheets.ts';
import { useCancelOrder } from './useCancelOrder.tsx';
import { type PairTerms, usePairTerms } from './usePairs.ts';

const EditOrderSheet = lazyPart(async () => (await import('../edit/EditOrderSheet.tsx')).EditOrderSheet);

type OrderSheetsProps = {
  control: OrderSheetsControl;
  /** The orders of the lists, live. */
  known: readonly Order[];
};

/** The details of one order and the form that changes it. Both are live, also while the order fills. */
export function OrderSheets({ control, known }: OrderSheetsProps) {
  const { shown, open, edit, close } = control;
  const current = shown && (known.find(({ id }) => id === shown.order.id) ?? shown.order);
  const last = useLastKnown(current);
  const { market } = useMarket(last?.symbol);
  const wasEdited = useWasEver(shown?.as === 'edit');
  const closeUnless = (isOpen: boolean) => {
    if (!isOpen) close();
  };
  return (
    <>
      <OrderSheet
        order={shown?.as === 'details' ? current : undefined}
        known={known}
        onOpen={open}
        // An order of a delisted market can only be cancelled.
        onEdit={market === undefined ? undefined : edit}
        onClose={close}
      />
      <Suspense fallback={null}>
        {wasEdited && market !== undefined && (
          <EditOrderSheet
            order={shown?.as === 'edit' ? current : undefined}
            market={market}
            onOpenChange={closeUnless}
          />
        )}
      </Suspense>
    </>
  );
}

type OrderSheetProps = {
  /** The sheet is open while this is set. */
  order: Order | undefined;
  /** Includes orders that it replaced, or that replaced it. */
  known: readonly Order[];
  onOpen: (order: Order) => void;
  /** Opens the edit form; undefined when editing is impossible. */
  onEdit: ((order: Order) => void) | undefined;
  onClose: () => void;
};

/** All details of one order: status and reason, figures, executions, and its replacement. */
function OrderSheet({ order, known, onOpen, onEdit, onClose }: OrderSheetProps) {
  const { t } = useTranslation('spot');
  const shown = useLastKnown(order);
  return (
    <Sheet
      isOpen={order !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={shown === undefined ? t('orders.orders') : t('orders.detail.order', { id: shown.id })}
      footer={
        shown?.status === 'waiting' ? <Actions key={shown.id} order={shown} known={known} onEdit={onEdit} /> : undefined
      }
    >
      {shown !== undefined && <Details key={shown.id} order={shown} known={known} onOpen={onOpen} />}
    </Sheet>
  );
}

function Details({ order, known, onOpen }: Pick<OrderSheetProps, 'known' | 'onOpen'> & { order: Order }) {
  const { t } = useTranslation('spot');
  const facts = useOrderFacts({ order, known, onOpen });
  const { status, cancelReason, filledQuantity } = order;
  const isOff = useMoneyBlockedReason() !== undefined;
  return (
    <div className={styles['details']}>
      <p className={styles['line']}>
        <OrderTitle order={order} />
        <span className={styles['state']}>
          <StatusText order={order} />
        </span>
      </p>
      {status === 'cancelled' && cancelReason != null && (
        <p className={styles['reason']}>{t(`orders.reason.${cancelReason}`)}</p>
      )}
      {isOff && status === 'waiting' && <StatusNote text={t('orders.offline')} />}
      <FilledBar order={order} />
      <KeyValue items={facts} />
      {isPositive(filledQuantity ?? ZERO) && (
        <section aria-label={t('orders.fills')}>
          <h3 className={styles['heading']}>{t('orders.fills')}</h3>
          <FillList filter={{ orderId: order.id }} isBrief />
        </section>
      )}
    </div>
  );
}

function Actions({ order, known, onEdit }: Pick<OrderSheetProps, 'known' | 'onEdit'> & { order: Order }) {
  const { t } = useTranslation('spot');
  const { cancel, question, isSending, checking } = useCancelOrder(order, otherExitOf(known, order));
  const isOff = useMoneyBlockedReason() !== undefined;
  return (
    <div className={styles['answers']}>
      <div className={styles['answerButtons']}>
        <Button kind="ghost" isLoading={isSending} disabled={isOff} onClick={cancel}>
          {t('orders.cancelThis')}
        </Button>
        {onEdit !== undefined && isEditable(order) && (
          <Button disabled={isOff || isSending} onClick={() => onEdit(order)}>
            {t('orders.edit')}
          </Button>
        )}
      </div>
      {checking !== undefined && <StatusNote text={checking} />}
      {question}
    </div>
  );
}

type OrderFacts = { order: Order; known: readonly Order[]; onOpen: (order: Order) => void };
type Facts = ComponentProps<typeof KeyValue>['items'];

/** Details as label and value; missing values are left out. */
function useOrderFacts({ order, known, onOpen }: OrderFacts): Facts {
  const { t } = useTranslation('spot');
  const format = useZonedFormat();
  const terms = usePairTerms(order);
  const stop = useStopText(order, terms);
  const prices = usePrices(order, terms);
  const ofGroup = useGroupFacts(order, terms);
  const replacement = replacementOf(known, order);
  const moment = (at: string) => format.moment(Date.parse(at), 'dateSecond') + format.zoneName;
  const other = (id: OrderId) => {
    const text = t('orders.detail.order', { id });
    const found = known.find((candidate) => candidate.id === id);
    if (found === undefined) return text;
    return (
      <button type="button" className={styles['other']} onClick={() => onOpen(found)}>
        {text}
      </button>
    );
  };
  return [
    { label: t('orders.detail.type'), value: useTypeText(order) },
    ...(stop === undefined ? [] : [{ label: t('orders.detail.stop'), value: stop }]),
    ...ofGroup,
    ...prices,
    ...(order.maxSlippage == null
      ? []
      : [{ label: t('ticket.cap'), value: <Num kind="rate" value={order.maxSlippage} /> }]),
    { label: t('orders.detail.filled'), value: <FilledText order={order} terms={terms} /> },
    ...(order.expiresAt === undefined ? [] : [{ label: t('orders.detail.ends'), value: moment(order.expiresAt) }]),
    { label: t('orders.detail.placed'), value: moment(order.createdAt) },
    { label: t('orders.detail.updated'), value: moment(order.updatedAt) },
    ...(order.replacesId == null ? [] : [{ label: t('orders.detail.replaces'), value: other(order.replacesId) }]),
    ...(replacement === undefined ? [] : [{ label: t('orders.detail.replacedBy'), value: other(replacement.id) }]),
  ];
}

/** Leg, exits, and the distance of a trailing stop with how far it came. */
function useGroupFacts(order: Order, { pricePlaces, quote }: PairTerms): Facts {
  const { t } = useTranslation('spot');
  const { side, leg, exits, trailFraction, trailAmount, activationPrice, extremePrice } = order;
  const price = (value: Decimal) => <Num kind="price" value={value} places={pricePlaces} unit={quote} />;
  const priceFact = (label: string, value: Decimal | undefined) =>
    value === undefined ? [] : [{ label, value: price(value) }];
  return [
    ...(leg === undefined ? [] : [{ label: t('orders.detail.leg'), value: t(`orders.leg.${leg}`) }]),
    ...priceFact(t('orders.leg.take_profit'), exits?.takeProfitPrice),
    ...priceFact(t('orders.leg.stop_loss'), exits?.stopPrice),
    ...priceFact(t('ticket.stopLimit'), exits?.stopLimitPrice),
    ...(trailFraction === undefined
      ? []
      : [{ label: t('orders.detail.trail'), value: <Num kind="rate" value={trailFraction} /> }]),
    ...priceFact(t('orders.detail.trail'), trailAmount),
    ...priceFact(t('orders.detail.activation'), activationPrice),
    ...priceFact(t(side === 'sell' ? 'orders.detail.highest' : 'orders.detail.lowest'), extremePrice),
  ];
}

function usePrices(order: Order, { pricePlaces, quantityPlaces, base, quote }: PairTerms): Facts {
  const { t } = useTranslation('spot');
  const { price, averagePrice, quantity, filledQuantity, fee, feeCurrency } = order;
  const total = filledTotal(order, pricePlaces);
  // The fee is charged in the currency received.
  const received = order.side === 'buy' ? filledQuantity : total;
  const amount = (label: string, value: Decimal | undefined, unit: string | undefined) =>
    total === undefined || value === undefined
      ? []
      : [{ label, value: <Num kind="amount" value={value} unit={unit} /> }];
  return [
    {
      label: t('orders.detail.price'),
      value: price === null ? t('type.market') : <Num kind="price" value={price} places={pricePlaces} unit={quote} />,
    },
    {
      label: t('orders.detail.quantity'),
      value: <Num kind="amount" value={quantity} places={quantityPlaces} unit={base} />,
    },
    {
      label: t('orders.detail.average'),
      value: <Num kind="price" value={averagePrice} places={pricePlaces} unit={quote} />,
    },
    ...amount(t('ticket.total'), total, quote),
    { label: t('orders.fee'), value: <Num kind="amount" value={fee} unit={feeCurrency} /> },
    ...amount(t('orders.detail.received'), received && fee && subtract(received, fee), feeCurrency),
  ];
}

/** Type, time in force and post-only in one line. */
function useTypeText({ orderType, timeInForce, isPostOnly }: Order): string {
  const { t } = useTranslation('spot');
  const words = [t(`type.${orderType}`), timeInForce.toUpperCase(), ...(isPostOnly ? [t('tif.postOnly')] : [])];
  return words.join(' · ');
}
