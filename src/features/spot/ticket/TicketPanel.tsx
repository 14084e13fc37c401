import { type ActionDispatch, memo, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { Side } from '@halyard/contract/spot/calls';
import { isPositive } from '@halyard/contract/money';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { SOON_MS, whenQuiet } from '../../../shared/scheduling/whenIdle.ts';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import styles from './Ticket.module.css';
import { TicketAction } from './TicketAction.tsx';
import { TicketFigures } from './TicketFigures.tsx';
import { TicketPrices } from './TicketPrices.tsx';
import { TicketSize } from './TicketSize.tsx';
import { TicketTerms } from './TicketTerms.tsx';
import { TicketWarning } from './TicketWarning.tsx';
import type { TicketEvent } from './ticketForm.ts';
import { useBlockedReason } from './useBlockedReason.ts';
import type { Ticket } from './useTicket.ts';

const OrderConfirmation = lazyPart(async () => (await import('./OrderConfirmation.tsx')).OrderConfirmation);

type TicketPanelProps = { market: Market; ticket: Ticket; isStale: boolean };

/** The order ticket: side, type, prices, size, what it comes to, and one button. */
export function TicketPanel({ market, ticket, isStale }: TicketPanelProps) {
  const { t } = useTranslation('spot');
  const blockedReason = useBlockedReason(market, isStale);
  const { form, draft, dispatch, available, summary, errorAt, sharePercent, texts } = ticket;
  useEffect(() => whenQuiet(OrderConfirmation.preload, SOON_MS), []);
  return (
    <>
      <form
        className={styles['ticket']}
        aria-label={t('ticket.label')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (blockedReason === undefined) ticket.submit();
        }}
      >
        <TicketSide side={form.side} dispatch={dispatch} />
        <TicketTerms
          market={market}
          orderType={form.orderType}
          timeInForce={form.timeInForce}
          isPostOnly={form.isPostOnly}
          dispatch={dispatch}
        />
        <TicketPrices
          unit={market.quote}
          orderType={form.orderType}
          price={form.price}
          stopPrice={form.stopPrice}
          dispatch={dispatch}
          priceError={errorAt('price')}
          stopPriceError={errorAt('stopPrice')}
        />
        <TicketSize
          base={market.base}
          quote={market.quote}
          quantity={texts.quantity}
          total={texts.total}
          sharePercent={sharePercent}
          hasAvailable={available !== undefined && isPositive(available)}
          quantityError={errorAt('quantity')}
          totalError={errorAt('total')}
          dispatch={dispatch}
        />
        <TicketFigures
          market={market}
          side={form.side}
          orderType={form.orderType}
          available={available}
          maxSlippage={draft.maxSlippage}
          averagePrice={summary?.averagePrice}
          slippage={summary?.slippage}
          fee={summary?.fee}
          received={summary?.received}
        />
        <TicketWarning market={market} ticket={ticket} />
        <TicketAction market={market} ticket={ticket} blockedReason={blockedReason} />
      </form>
      {useWasEver(ticket.sending.asked !== undefined) && (
        <Suspense fallback={null}>
          <OrderConfirmation market={market} ticket={ticket} blockedReason={blockedReason} />
        </Suspense>
      )}
    </>
  );
}

type TicketSideProps = { side: Side; dispatch: ActionDispatch<[TicketEvent]> };

/** Buy or sell. */
const TicketSide = memo(function TicketSide({ side, dispatch }: TicketSideProps) {
  const { t } = useTranslation('spot');
  return (
    <Segmented
      label={t('ticket.side')}
      value={side}
      onValueChange={(chosen) => dispatch({ type: 'sideChosen', side: chosen })}
      options={[
        { value: 'buy', label: t('side.buy'), tone: 'up' },
        { value: 'sell', label: t('side.sell'), tone: 'down' },
      ]}
    />
  );
});
