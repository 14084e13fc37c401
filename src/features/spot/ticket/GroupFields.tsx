import { type ActionDispatch, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import { decimal, isPositive, parseDecimal, ZERO, type Decimal } from '@halyard/contract/money';
import type { Side } from '@halyard/contract/spot/calls';
import { trailTrigger, type StopDirection, type Trail } from '@halyard/contract/spot/rules';
import { usePriceSteps } from '../../../domain/markets/bookRows.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { QuickPicks } from '../../../shared/ui/QuickPicks.tsx';
import styles from './Ticket.module.css';
import type { ExitsForm, TicketEvent, TrailForm } from './ticketForm.ts';

const PERCENT_PLACES = 2;

/** Distances in percent that one tap fills in. */
const DISTANCES = ['1', '2', '5'].map(decimal);

type FieldsProps = {
  /** The currency of prices. */
  unit: string;
  places: number;
  /** The market's last price, from which the buttons of an empty field start. */
  last: Decimal | null;
  dispatch: ActionDispatch<[TicketEvent]>;
};

type StopFieldProps = FieldsProps & {
  stopPrice: string;
  direction: StopDirection | undefined;
  error: CodedError | undefined;
};

/** The stop price, with the move that triggers it. */
export const StopField = memo(function StopField(props: StopFieldProps) {
  const { unit, places, last, stopPrice, direction, error, dispatch } = props;
  const { t } = useTranslation('spot');
  const format = useFormat();
  const setStop = (text: string) => dispatch({ type: 'stopPriceEdited', stopPrice: text });
  const known = parseDecimal(stopPrice);
  return (
    <NumberField
      layout="inline"
      label={t('ticket.stop')}
      unit={unit}
      name="stopPrice"
      value={stopPrice}
      onValueChange={setStop}
      places={places}
      steps={usePriceSteps(stopPrice, places, setStop, last)}
      error={codedText(error, unit)}
      hint={
        known === undefined || direction === undefined
          ? undefined
          : t(`ticket.triggers.${direction}`, { price: format.price(known, places) })
      }
    />
  );
});

type ExitFieldsProps = FieldsProps & {
  exits: ExitsForm;
  /** The side of an OCO; undefined for the exits of an order. */
  ocoSide: Side | undefined;
  takeProfitError: CodedError | undefined;
  stopError: CodedError | undefined;
  stopLimitError: CodedError | undefined;
};

/** Prices of the legs of an OCO, or of the exits of an order: take profit, stop loss, and the limit of the stop. */
export const ExitFields = memo(function ExitFields(props: ExitFieldsProps) {
  const { unit, places, last, exits, ocoSide, dispatch, takeProfitError, stopError, stopLimitError } = props;
  const { t } = useTranslation('spot');
  const edit = (typed: Partial<ExitsForm>) => dispatch({ type: 'exitsEdited', exits: typed });
  const setTakeProfit = (takeProfitPrice: string) => edit({ takeProfitPrice });
  const setStop = (stopPrice: string) => edit({ stopPrice });
  const takeProfitSteps = usePriceSteps(exits.takeProfitPrice, places, setTakeProfit, last);
  const stopSteps = usePriceSteps(exits.stopPrice, places, setStop, last);
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
        unit={unit}
        name="stopLimitPrice"
        placeholder={t('type.market')}
        value={exits.stopLimitPrice}
        onValueChange={(stopLimitPrice) => edit({ stopLimitPrice })}
        places={places}
        error={codedText(stopLimitError, unit)}
      />
      {ocoSide !== undefined && <p className={styles['detail']}>{t(`ticket.sides.${ocoSide}`)}</p>}
    </>
  );
});

type TrailFieldsProps = FieldsProps & {
  side: Side;
  trail: TrailForm;
  /** Of the draft: as numbers. */
  known: Trail | undefined;
  trailError: CodedError | undefined;
  activationError: CodedError | undefined;
};

/** Distance of a trailing stop, in percent or in quote, and its activation price. */
export const TrailFields = memo(function TrailFields(props: TrailFieldsProps) {
  const { unit, places, last, side, trail, known, dispatch, trailError, activationError } = props;
  const { t } = useTranslation('spot');
  const format = useFormat();
  const edit = (typed: Partial<TrailForm>) => dispatch({ type: 'trailEdited', trail: typed });
  const isPercent = trail.unit === 'percent';
  const trigger = last === null ? undefined : triggerNow(side, known, last);
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
        hint={trigger && t('ticket.trailNow', { price: format.price(trigger, places) })}
      />
      <QuickPicks
        label={t('ticket.trail')}
        picks={DISTANCES.map((distance) => ({
          label: format.percent(distance),
          onPick: () => edit({ unit: 'percent', distance }),
        }))}
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

/** The trigger price of a trailing stop that starts at the last price. */
function triggerNow(side: Side, trail: Trail | undefined, last: Decimal): Decimal | undefined {
  if (trail === undefined || trail.activationPrice !== undefined) return undefined;
  if (!isPositive(trail.fraction ?? trail.amount ?? ZERO)) return undefined;
  const trigger = trailTrigger(side, trail, last);
  return isPositive(trigger) ? trigger : undefined;
}
