import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import { Num } from '../../../shared/format/Num.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { shownSlippage } from './bookWalk.ts';
import type { Ticket } from './useTicket.ts';

type TicketFiguresProps = { market: Market; ticket: Ticket };

/** What there is to spend, and what the order comes to: fee at most, what arrives; for market orders at which price. Missing is a dash. */
export function TicketFigures({ market, ticket }: TicketFiguresProps) {
  const { t } = useTranslation('spot');
  const { form, available, summary } = ticket;
  const isBuy = form.side === 'buy';
  const given = isBuy ? market.quote : market.base;
  const received = isBuy ? market.base : market.quote;
  const estimates = [
    {
      label: t('ticket.averagePrice'),
      value: <Num kind="price" value={summary?.averagePrice} places={market.pricePrecision} />,
    },
    {
      label: t('ticket.slippage'),
      value: <Num kind="rate" value={summary?.slippage && shownSlippage(summary.slippage)} />,
    },
  ];
  // A stop-limit order has one field more: where the smallest screens end, its net is left to the sheet before it is sent.
  const net = {
    label: t('ticket.receive'),
    value: <Num kind="amount" value={summary?.received} places={8} unit={received} />,
  };
  return (
    <KeyValue
      items={[
        {
          label: t('ticket.available'),
          value: (
            <Num
              kind="amount"
              value={available}
              // What is smaller than a step cannot be traded.
              places={isBuy ? market.pricePrecision : market.quantityPrecision}
              unit={given}
            />
          ),
        },
        ...(form.orderType === 'market' ? estimates : []),
        { label: t('ticket.fee'), value: <Num kind="amount" value={summary?.fee} places={8} unit={received} /> },
        ...(form.orderType === 'stop_limit' ? [] : [net]),
      ]}
    />
  );
}
