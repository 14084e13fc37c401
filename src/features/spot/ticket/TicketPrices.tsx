import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/calls/markets';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { useOrderErrorText } from './useOrderErrorText.ts';
import type { Ticket } from './useTicket.ts';

/** The prices that the chosen type has: none, a limit, or a stop price and a limit. */
export function TicketPrices({ market, ticket }: { market: Market; ticket: Ticket }) {
  const { t } = useTranslation('spot');
  const errorTextOf = useOrderErrorText();
  const { form, dispatch, errorAt } = ticket;
  if (form.orderType === 'market') return null;
  return (
    <>
      {form.orderType === 'stop_limit' && (
        <NumberField
          layout="inline"
          // The unit stands at the price below; beside a stop price there is no room for it in every language.
          label={t('ticket.stop')}
          value={form.stopPrice}
          onValueChange={(stopPrice) => dispatch({ type: 'stopPriceEdited', stopPrice })}
          error={errorTextOf(errorAt('stopPrice'))}
        />
      )}
      <NumberField
        layout="inline"
        label={t('ticket.price')}
        unit={market.quote}
        value={form.price}
        onValueChange={(price) => dispatch({ type: 'priceEdited', price })}
        error={errorTextOf(errorAt('price'))}
      />
    </>
  );
}
