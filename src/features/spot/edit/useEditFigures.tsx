/** What a changed order comes to, in figures. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { Order } from '@halyard/contract/spot/calls';
import type { Decimal } from '@halyard/contract/money';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import type { EditReading } from './editOrder.ts';

type Figure = { readonly label: string; readonly value: ReactNode };
type Estimate = Pick<EditReading, 'summary'> & { readonly available: Decimal | undefined };

/**
 * Which order it is, how much of it is filled, what can be spent on the new one, its total and its fee at most. Missing
 * is a dash.
 */
export function useEditFigures(order: Order, market: Market, { summary, available }: Estimate): Figure[] {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const isBuy = order.side === 'buy';
  const [given, received] = isBuy ? [market.quote, market.base] : [market.base, market.quote];
  const quantity = (value: Decimal) => format.amount(value, market.quantityPrecision, 0);
  const side = t(isBuy ? 'side.buy' : 'side.sell');
  return [
    { label: t('ticket.pair'), value: `${order.symbol} · ${side} · ${t(`type.${order.orderType}`)}` },
    ...(order.filledQuantity === undefined
      ? []
      : [
          {
            label: t('edit.filled'),
            value: `${quantity(order.filledQuantity)} / ${quantity(order.quantity)} ${market.base}`,
          },
        ]),
    {
      label: t('ticket.available'),
      value: (
        <Num
          kind="amount"
          value={available}
          places={isBuy ? market.pricePrecision : market.quantityPrecision}
          unit={given}
        />
      ),
    },
    {
      label: t('ticket.total'),
      value: <Num kind="amount" value={summary?.total} places={market.pricePrecision} unit={market.quote} />,
    },
    { label: t('ticket.feeMost'), value: <Num kind="amount" value={summary?.fee} unit={received} /> },
  ];
}
