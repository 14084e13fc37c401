import { type ActionDispatch, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import { usePriceSteps } from '../../../domain/markets/bookRows.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import styles from './Ticket.module.css';
import type { ExitsForm, TicketEvent, TrailForm } from './ticketForm.ts';

const PERCENT_PLACES = 2;

type FieldsProps = {
  /** The currency of prices. */
  unit: string;
  places: number;
  dispatch: ActionDispatch<[TicketEvent]>;
};

type ExitFieldsProps = FieldsProps & {
  exits: ExitsForm;
  takeProfitError: CodedError | undefined;
  stopError: CodedError | undefined;
  stopLimitError: CodedError | undefined;
};

/** Prices of the legs of an OCO, or of the exits of an order: take profit, stop loss, and the limit of the stop. */
export const ExitFields = memo(function ExitFields(props: ExitFieldsProps) {
  const { unit, places, exits, dispatch, takeProfitError, stopError, stopLimitError } = props;
  const { t } = useTranslation('spot');
  const edit = (typed: Partial<ExitsForm>) => dispatch({ type: 'exitsEdited', exits: typed });
  const setTakeProfit = (takeProfitPrice: string) => edit({ takeProfitPrice });
  const setStop = (stopPrice: string) => edit({ stopPrice });
  const takeProfitSteps = usePriceSteps(exits.takeProfitPrice, places, setTakeProfit);
  const stopSteps = usePriceSteps(exits.stopPrice, places, setStop);
  return (
    <>
      <NumberField
        layout="inline"
        label={t('ticket.takeProfit')}
        unit={unit}
        name="takeProfitPrice"
        value={exits.takeProfitPrice}
        onValueChange={setTakeProfit}
        places={places}
        steps={takeProfitSteps}
        error={codedText(takeProfitError, unit)}
      />
      <NumberField
        layout="inline"
        label={t('ticket.stopLoss')}
        unit={unit}
        name="exitStopPrice"
        value={exits.stopPrice}
        onValueChange={setStop}
        places={places}
        steps={stopSteps}
        error={codedText(stopError, unit)}
      />
      <NumberField
        layout="inline"
        label={t('ticket.stopLimit')}
        name="stopLimitPrice"
        placeholder={t('type.market')}
        value={exits.stopLimitPrice}
        onValueChange={(stopLimitPrice) => edit({ stopLimitPrice })}
        places={places}
        error={codedText(stopLimitError, unit)}
      />
    </>
  );
});

type TrailFieldsProps = FieldsProps & {
  trail: TrailForm;
  trailError: CodedError | undefined;
  activationError: CodedError | undefined;
};

/** Distance of a trailing stop, in percent or in quote, and its activation price. */
export const TrailFields = memo(function TrailFields(props: TrailFieldsProps) {
  const { unit, places, trail, dispatch, trailError, activationError } = props;
  const { t } = useTranslation('spot');
  const edit = (typed: Partial<TrailForm>) => dispatch({ type: 'trailEdited', trail: typed });
  const isPercent = trail.unit === 'percent';
  const [shown, other] = isPercent ? ['%', unit] : [unit, '%'];
  return (
    <>
      <NumberField
        layout="inline"
        label={t('ticket.trail')}
        name="trail"
        end={
          <button
            type="button"
            className={styles['unit']}
            aria-label={t('ticket.trailUnitIs', { unit: shown, other })}
            onClick={() => edit({ unit: isPercent ? 'amount' : 'percent', distance: '' })}
          >
            {`${shown} ⇄`}
          </button>
        }
        value={trail.distance}
        onValueChange={(distance) => edit({ distance })}
        places={isPercent ? PERCENT_PLACES : places}
        error={codedText(trailError)}
      />
      <NumberField
        layout="inline"
        label={t('ticket.activation')}
        name="activationPrice"
        placeholder={t('ticket.activationNow')}
        unit={unit}
        value={trail.activationPrice}
        onValueChange={(activationPrice) => edit({ activationPrice })}
        places={places}
        error={codedText(activationError, unit)}
      />
    </>
  );
});
