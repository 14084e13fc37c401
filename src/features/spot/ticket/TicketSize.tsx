import { type ActionDispatch, type CSSProperties, memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import { parseDecimal, placesOf } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { readText, writeText } from '../../../shared/storage/localStore.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import styles from './Ticket.module.css';
import { NO_SIZE, type TicketEvent } from './ticketForm.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';

const STOPS = [0, 25, 50, 75, 100] as const;

/** The slider snaps to stops within this distance. */
const SNAP_PERCENT = 3;

/** Storage key of the user's preferred unit on this device. */
const UNIT_KEY = 'ticket-unit';

type TicketSizeProps = {
  base: string;
  quote: string;
  /** Decimals of amount and total. */
  basePlaces: number;
  quotePlaces: number;
  /** Texts of the fields of amount and total. */
  quantity: string;
  total: string;
  /** Share of the available balance in whole percent; `undefined` while unknown. */
  sharePercent: number | undefined;
  /** Whether there is a balance to take a share of. */
  hasAvailable: boolean;
  quantityError: CodedError | undefined;
  totalError: CodedError | undefined;
  dispatch: ActionDispatch<[TicketEvent]>;
};

/**
 * Order size: in base, as a share of the available balance, or in quote. The field touched last counts. Users who
 * prefer quote have one field for it, with the quantity, rounded down to the lot, below.
 */
export const TicketSize = memo(function TicketSize(props: TicketSizeProps) {
  const {
    base,
    quote,
    basePlaces,
    quotePlaces,
    quantity,
    total,
    sharePercent,
    hasAvailable,
    quantityError,
    totalError,
    dispatch,
  } = props;
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
        places={isInQuote ? quotePlaces : basePlaces}
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
          places={quotePlaces}
          onValueChange={(text) => dispatch({ type: 'sized', size: { kind: 'total', text } })}
          error={codedText(totalError, quote)}
        />
      )}
    </>
  );
});

type ShareSliderProps = {
  /** Label for screen readers. */
  label: string;
  /** In whole percent; `undefined` while unknown. */
  percent: number | undefined;
  onPercent: (percent: number) => void;
  isDisabled: boolean;
};

/** A share of the balance, from none to all: five snap points for pointers, single percents for keys. */
function ShareSlider({ label, percent, onPercent, isDisabled }: ShareSliderProps) {
  const format = useFormat();
  const isDragged = useRef(false);
  const text = format.share(percent ?? 0);
  const shown: CSSProperties & Record<'--share', string> = { '--share': `${percent ?? 0}%` };
  return (
    <div className={classNames(styles['slider'], isDisabled && styles['disabled'])} style={shown}>
      <div className={styles['line']}>
        {STOPS.map((stop) => (
          <i
            key={stop}
            aria-hidden="true"
            className={classNames(styles['stop'], percent !== undefined && stop <= percent && styles['reached'])}
          />
        ))}
        <input
          type="range"
          className={styles['input']}
          aria-label={label}
          aria-valuetext={text}
          min={0}
          max={100}
          step={1}
          value={percent ?? 0}
          disabled={isDisabled}
          onPointerDown={() => {
            isDragged.current = true;
          }}
          onPointerUp={() => {
            isDragged.current = false;
          }}
          onPointerCancel={() => {
            isDragged.current = false;
          }}
          onChange={(event) => {
            const chosen = event.target.valueAsNumber;
            onPercent(isDragged.current ? snapped(chosen) : chosen);
          }}
        />
      </div>
      <span className={styles['percent']} aria-hidden="true">
        {text}
      </span>
    </div>
  );
}

function snapped(percent: number): number {
  return STOPS.find((stop) => Math.abs(stop - percent) <= SNAP_PERCENT) ?? percent;
}
