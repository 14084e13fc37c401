import { memo, type ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { ShareSlider } from './ShareSlider.tsx';
import { NO_SIZE, type TicketEvent } from './ticketForm.ts';
import { useFiguredErrorText } from '../../../shared/i18n/useFiguredErrorText.ts';

type TicketSizeProps = {
  base: string;
  quote: string;
  /** What stands in the fields of amount and total. */
  quantity: string;
  total: string;
  /** Of what is available, in whole percent; `undefined` while it cannot be told. */
  sharePercent: number | undefined;
  /** Whether there is anything to take a share of. */
  hasAvailable: boolean;
  quantityError: CodedError | undefined;
  totalError: CodedError | undefined;
  dispatch: ActionDispatch<[TicketEvent]>;
};

/** How much: in base, as a share of what is available, in quote. Whichever is touched last stands. */
export const TicketSize = memo(function TicketSize(props: TicketSizeProps) {
  const { base, quote, quantity, total, sharePercent, hasAvailable, quantityError, totalError, dispatch } = props;
  const { t } = useTranslation('spot');
  const errorTextOf = useFiguredErrorText();
  return (
    <>
      <NumberField
        layout="inline"
        label={t('ticket.amount')}
        unit={base}
        value={quantity}
        onValueChange={(text) => dispatch({ type: 'sized', size: { kind: 'quantity', text } })}
        error={errorTextOf(quantityError)}
      />
      <ShareSlider
        label={t('ticket.share')}
        percent={sharePercent}
        isDisabled={!hasAvailable}
        onPercent={(percent) => dispatch({ type: 'sized', size: percent === 0 ? NO_SIZE : { kind: 'share', percent } })}
      />
      <NumberField
        layout="inline"
        label={t('ticket.total')}
        unit={quote}
        value={total}
        onValueChange={(text) => dispatch({ type: 'sized', size: { kind: 'total', text } })}
        error={errorTextOf(totalError)}
      />
    </>
  );
});
