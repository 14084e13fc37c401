import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import { Num } from '../../../shared/format/Num.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import type { Ticket } from './useTicket.ts';

type TicketFiguresProps = { market: Market; ticket: Ticket };

/** What there is to spend, and what the order comes to: total, fee at most, what arrives. Missing is a dash. */
export function TicketFigures({ market, ticket }: TicketFiguresProps) {
  const { t } = useTranslation('spot');
  const { form, available, summary } = ticket;
  const isBuy = form.side === 'buy';
  const given = isBuy ? market.quote : market.base;
  const received = isBuy ? market.base : market.quote;
  return (
    <KeyValue
      items={[
        { label: t('ticket.available'), value: <Num kind="amount" value={available} places={8} unit={given} /> },
        {
          label: t('ticket.total'),
          value: <Num kind="amount" value={summary?.total} places={market.pricePrecision} unit={market.quote} />,
        },
        { label: t('ticket.fee'), value: <Num kind="amount" value={summary?.fee} places={8} unit={received} /> },
        {
          label: t('ticket.receive'),
          value: <Num kind="amount" value={summary?.received} places={8} unit={received} />,
        },
      ]}
    />
  );
}
