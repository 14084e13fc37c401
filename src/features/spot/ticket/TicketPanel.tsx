import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import type { CodedError } from '@halyard/contract/errors';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { PercentButtons, type PercentStep } from '../../../shared/ui/PercentButtons.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import styles from './Ticket.module.css';
import { TicketAction } from './TicketAction.tsx';
import { TicketFigures } from './TicketFigures.tsx';
import type { Ticket } from './useTicket.ts';

type TicketPanelProps = { market: Market; ticket: Ticket; isStale: boolean };

/** The order ticket: side, type, price, amount, what it comes to, and one button. */
export function TicketPanel({ market, ticket, isStale }: TicketPanelProps) {
  const { t } = useTranslation('spot');
  const { form, dispatch, errorAt, chooseShare } = ticket;
  return (
    <form
      className={styles['ticket']}
      aria-label={t('ticket.label')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ticket.submit();
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
      <Segmented
        label={t('ticket.type')}
        value={form.orderType}
        onValueChange={(orderType) => dispatch({ type: 'orderTypeChosen', orderType })}
        options={[
          { value: 'limit', label: t('type.limit') },
          { value: 'market', label: t('type.market') },
        ]}
      />
      {form.orderType === 'limit' ? (
        <NumberField
          layout="inline"
          label={t('ticket.price')}
          unit={market.quote}
          value={form.price}
          onValueChange={(price) => dispatch({ type: 'priceEdited', price })}
          error={textOf(errorAt('price'))}
        />
      ) : (
        <p className={styles['marketPrice']}>{t('ticket.atMarket')}</p>
      )}
      <NumberField
        layout="inline"
        label={t('ticket.amount')}
        unit={market.base}
        value={form.quantity}
        onValueChange={(quantity) => dispatch({ type: 'quantityEdited', quantity })}
        error={textOf(errorAt('quantity'))}
      />
      <PercentButtons
        label={t('ticket.share')}
        value={form.share as PercentStep | undefined}
        onChoose={chooseShare}
        isDisabled={ticket.available === undefined}
      />
      <TicketFigures market={market} ticket={ticket} />
      <TicketAction market={market} ticket={ticket} isStale={isStale} />
    </form>
  );
}

function textOf(error: CodedError | undefined): string | undefined {
  return error === undefined ? undefined : errorText(error.code, error.params);
}
