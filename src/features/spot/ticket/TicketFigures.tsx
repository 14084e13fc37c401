import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { Side } from '@halyard/contract/spot/calls';
import type { Decimal } from '@halyard/contract/money';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { AddFunds } from '../../../domain/wallet/AddFunds.tsx';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { shownSlippage } from './bookWalk.ts';
import { CapFigure, useHasCap } from './CapFigure.tsx';
import styles from './Ticket.module.css';
import type { TicketType } from './ticketForm.ts';
import type { TicketSummary } from './ticketSummary.ts';

type TicketFiguresProps = {
  market: Market;
  side: Side;
  orderType: TicketType;
  available: Decimal | undefined;
  /** The cap of a market order. */
  maxSlippage: Decimal | undefined;
} & { [Name in 'averagePrice' | 'slippage' | 'fee' | 'received']: TicketSummary[Name] | undefined };

/**
 * Available balance and the order's figures: maximum fee, net amount; for market orders the price. A missing value is a
 * dash.
 */
export const TicketFigures = memo(function TicketFigures(props: TicketFiguresProps) {
  const { market, side, orderType, available, maxSlippage, averagePrice, slippage, fee, received } = props;
  const { t } = useTranslation('spot');
  const hasCap = useHasCap(orderType);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const format = useFormat();
  const { takerFeeRate } = market;
  const isBuy = side === 'buy';
  const [givenUnit, receivedUnit] = isBuy ? [market.quote, market.base] : [market.base, market.quote];
  const estimates = [
    {
      label: t('ticket.averagePrice'),
      value: <Num kind="price" value={averagePrice} places={market.pricePrecision} />,
    },
    {
      label: t('ticket.slippage'),
      value: <Num kind="rate" value={slippage && shownSlippage(slippage)} />,
    },
    ...(hasCap ? [{ label: t('ticket.cap'), value: <CapFigure maxSlippage={maxSlippage} /> }] : []),
  ];
  // The other types have more fields: on the smallest screens its net is shown in the confirmation only.
  const net = {
    label: t('ticket.receive'),
    value: <Num kind="amount" value={received} unit={receivedUnit} />,
    // Keeps the layout stable: the button below is about to be pressed.
    isOneLine: true,
  };
  return (
    <KeyValue
      items={[
        {
          label: t('ticket.available'),
          value: (
            <>
              <Num
                kind="amount"
                value={available}
                // Less than one step cannot be traded.
                places={isBuy ? market.pricePrecision : market.quantityPrecision}
                unit={givenUnit}
              />
              {isLoggedIn && <AddFunds account="spot" currency={givenUnit} />}
            </>
          ),
          isOneLine: true,
        },
        ...(orderType === 'market' ? estimates : []),
        {
          label: t('ticket.fee'),
          value: (
            <>
              {takerFeeRate !== undefined && (
                <span className={styles['rate']}>{`${format.rate(takerFeeRate)} · `}</span>
              )}
              <Num kind="amount" value={fee} unit={receivedUnit} />
            </>
          ),
        },
        ...(orderType === 'limit' || orderType === 'market' ? [net] : []),
      ]}
    />
  );
});
