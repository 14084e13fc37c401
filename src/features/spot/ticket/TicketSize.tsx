import { memo, useState, type ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import { parseDecimal, placesOf } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { readText, writeText } from '../../../shared/storage/localStore.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { ShareSlider } from './ShareSlider.tsx';
import styles from './Ticket.module.css';
import { NO_SIZE, type TicketEvent } from './ticketForm.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';

/** Which unit the user thinks in, on this device. */
const UNIT_KEY = 'ticket-unit';

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

/**
 * How much: in base, as a share of what is available, in quote. Whichever is touched last stands. Who thinks in quote
 * has one field for it; the quantity, rounded down to the lot, is said below.
 */
export const TicketSize = memo(function TicketSize(props: TicketSizeProps) {
  const { base, quote, quantity, total, sharePercent, hasAvailable, quantityError, totalError, dispatch } = props;
  const { t } = useTranslation('spot');
  const format = useFormat();
  const [isInQuote, setInQuote] = useState(() => readText(UNIT_KEY) === 'quote');
  const change = () => {
    setInQuote(!isInQuote);
    writeText(UNIT_KEY, isInQuote ? 'base' : 'quote');
  };
  const [unit, other] = isInQuote ? [quote, base] : [base, quote];
  const known = parseDecimal(quantity);
  return (
    <>
      <NumberField
        layout="inline"
        label={t('ticket.amount')}
        end={
          <button
            type="button"
            className={styles['unit']}
            aria-label={t('ticket.unitIs', { unit, other })}
            onClick={change}
          >
            {unit}
            {' ⇄'}
          </button>
        }
        value={isInQuote ? total : quantity}
        onValueChange={(text) => dispatch({ type: 'sized', size: { kind: isInQuote ? 'total' : 'quantity', text } })}
        error={(isInQuote ? codedText(totalError, quote) : undefined) ?? codedText(quantityError, base)}
        hint={isInQuote && known !== undefined ? `≈ ${format.amount(known, placesOf(known), 0)} ${base}` : undefined}
      />
      <ShareSlider
        label={t('ticket.share')}
        percent={sharePercent}
        isDisabled={!hasAvailable}
        onPercent={(percent) => dispatch({ type: 'sized', size: percent === 0 ? NO_SIZE : { kind: 'share', percent } })}
      />
      {!isInQuote && (
        <NumberField
          layout="inline"
          label={t('ticket.total')}
          unit={quote}
          value={total}
          onValueChange={(text) => dispatch({ type: 'sized', size: { kind: 'total', text } })}
          error={codedText(totalError, quote)}
        />
      )}
    </>
  );
});
