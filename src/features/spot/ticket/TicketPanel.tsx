import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import { isPositive } from '@halyard/contract/money';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { useWasEver } from '../../../shared/ui/useWasEver.ts';
import { SOON_MS, whenQuiet } from '../../../shared/ui/whenIdle.ts';
import { ShareSlider } from './ShareSlider.tsx';
import styles from './Ticket.module.css';
import { TicketAction } from './TicketAction.tsx';
import { TicketFigures } from './TicketFigures.tsx';
import { NO_SIZE } from './ticketForm.ts';
import { TicketPrices } from './TicketPrices.tsx';
import { TicketTerms } from './TicketTerms.tsx';
import { TicketWarning } from './TicketWarning.tsx';
import { useObstacle } from './useObstacle.ts';
import { useOrderErrorText } from './useOrderErrorText.ts';
import type { Ticket } from './useTicket.ts';

const OrderConfirmation = lazyPart(async () => (await import('./OrderConfirmation.tsx')).OrderConfirmation);

type TicketPanelProps = { market: Market; ticket: Ticket; isStale: boolean };

/** The order ticket: side, type, prices, size, what it comes to, and one button. */
export function TicketPanel({ market, ticket, isStale }: TicketPanelProps) {
  const { t } = useTranslation('spot');
  const obstacle = useObstacle(market, isStale);
  const { form, dispatch } = ticket;
  useEffect(() => whenQuiet(OrderConfirmation.preload, SOON_MS), []);
  return (
    <>
      <form
        className={styles['ticket']}
        aria-label={t('ticket.label')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (obstacle === undefined) ticket.submit();
        }}
      >
        <Segmented
          label={t('ticket.side')}
          value={form.side}
          onValueChange={(side) => dispatch({ type: 'sideChosen', side })}
          options={[
            { value: 'buy', label: t('side.buy'), tone: 'up' },
            { value: 'sell', label: t('side.sell'), tone: 'down' },
          ]}
        />
        <TicketTerms market={market} form={form} dispatch={dispatch} />
        <TicketPrices market={market} ticket={ticket} />
        <TicketSize market={market} ticket={ticket} />
        <TicketFigures market={market} ticket={ticket} />
        <TicketWarning market={market} ticket={ticket} />
        <TicketAction market={market} ticket={ticket} obstacle={obstacle} />
      </form>
      {useWasEver(ticket.sending.asked !== undefined) && (
        <Suspense fallback={null}>
          <OrderConfirmation market={market} ticket={ticket} obstacle={obstacle} />
        </Suspense>
      )}
    </>
  );
}

/** How much: in base, as a share of what is available, in quote. Whichever is touched last stands. */
function TicketSize({ market, ticket }: Pick<TicketPanelProps, 'market' | 'ticket'>) {
  const { t } = useTranslation('spot');
  const errorTextOf = useOrderErrorText();
  const { available, dispatch, errorAt, sharePercent, texts } = ticket;
  return (
    <>
      <NumberField
        layout="inline"
        label={t('ticket.amount')}
        unit={market.base}
        value={texts.quantity}
        onValueChange={(text) => dispatch({ type: 'sized', size: { kind: 'quantity', text } })}
        error={errorTextOf(errorAt('quantity'))}
      />
      <ShareSlider
        label={t('ticket.share')}
        percent={sharePercent}
        isDisabled={available === undefined || !isPositive(available)}
        onPercent={(percent) => dispatch({ type: 'sized', size: percent === 0 ? NO_SIZE : { kind: 'share', percent } })}
      />
      <NumberField
        layout="inline"
        label={t('ticket.total')}
        unit={market.quote}
        value={texts.total}
        onValueChange={(text) => dispatch({ type: 'sized', size: { kind: 'total', text } })}
        error={errorTextOf(errorAt('total'))}
      />
    </>
  );
}
