import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderId } from '@halyard/contract/calls/ids';
import type { Order } from '@halyard/contract/calls/spot';
import { replacementOf } from '../../../domain/orders/orderData.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import type { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import styles from './Orders.module.css';
import { FilledText, useStopText } from './OrderWords.tsx';
import { usePairTerms, type PairTerms } from './usePairs.ts';

type OrderFacts = { order: Order; known: readonly Order[]; onOpen: (order: Order) => void };
type Facts = ComponentProps<typeof KeyValue>['items'];

/** What is told of an order, label by label; what it does not have is left out. */
export function useOrderFacts({ order, known, onOpen }: OrderFacts): Facts {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const terms = usePairTerms(order);
  const stop = useStopText(order, terms);
  const prices = usePrices(order, terms);
  const replacement = replacementOf(known, order);
  const moment = (at: string) => format.moment(Date.parse(at), 'dateSecond');
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
    ...prices,
    { label: t('orders.detail.filled'), value: <FilledText order={order} terms={terms} /> },
    { label: t('orders.detail.placed'), value: moment(order.createdAt) },
    { label: t('orders.detail.updated'), value: moment(order.updatedAt) },
    ...(order.replacesId == null ? [] : [{ label: t('orders.detail.replaces'), value: other(order.replacesId) }]),
    ...(replacement === undefined ? [] : [{ label: t('orders.detail.replacedBy'), value: other(replacement.id) }]),
  ];
}

function usePrices(order: Order, { pricePlaces, quantityPlaces, base, quote }: PairTerms): Facts {
  const { t } = useTranslation('spot');
  const { price, averagePrice, quantity, fee, feeCurrency } = order;
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
    { label: t('orders.fee'), value: <Num kind="amount" value={fee} places={8} unit={feeCurrency} /> },
  ];
}

/** Type, time in force and post-only in one line. */
function useTypeText({ orderType, timeInForce, isPostOnly }: Order): string {
  const { t } = useTranslation('spot');
  const words = [t(`type.${orderType}`), timeInForce.toUpperCase(), ...(isPostOnly ? [t('tif.postOnly')] : [])];
  return words.join(' · ');
}
