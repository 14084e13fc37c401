import { memo, type ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import type { TicketEvent, TicketForm } from './ticketForm.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';

type TicketPricesProps = {
  /** The currency of prices. */
  unit: string;
  orderType: TicketForm['orderType'];
  price: string;
  stopPrice: string;
  dispatch: ActionDispatch<[TicketEvent]>;
  priceError: CodedError | undefined;
  stopPriceError: CodedError | undefined;
};

/** The prices that the chosen type has: none, a limit, or a stop price and a limit. */
export const TicketPrices = memo(function TicketPrices(props: TicketPricesProps) {
  const { unit, orderType, price, stopPrice, dispatch, priceError, stopPriceError } = props;
  const { t } = useTranslation('spot');
  if (orderType === 'market') return null;
  return (
    <>
      {orderType === 'stop_limit' && (
        <NumberField
          layout="inline"
          // The unit stands at the price below; beside a stop price there is no room for it in every language.
          label={t('ticket.stop')}
          value={stopPrice}
          onValueChange={(text) => dispatch({ type: 'stopPriceEdited', stopPrice: text })}
          error={codedText(stopPriceError, unit)}
        />
      )}
      <NumberField
        layout="inline"
        label={t('ticket.price')}
        unit={unit}
        value={price}
        onValueChange={(text) => dispatch({ type: 'priceEdited', price: text })}
        error={codedText(priceError, unit)}
      />
    </>
  );
});
