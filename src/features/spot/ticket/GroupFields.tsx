import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import { decimal, isPositive, ZERO, type Decimal } from '@halyard/contract/money';
import type { Side } from '@halyard/contract/spot/calls';
import { trailTrigger, type Trail } from '@halyard/contract/spot/rules';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { QuickPicks } from '../../../shared/ui/QuickPicks.tsx';
import { PriceField, type PriceFieldsProps } from './PriceField.tsx';
import styles from './Ticket.module.css';
import type { ExitsForm, TrailForm } from './ticketForm.ts';

const PERCENT_PLACES = 2;

/** Distances in percent that one tap fills in. */
const DISTANCES = ['1', '2', '5'].map(decimal);

type FieldsProps = PriceFieldsProps & {
  /** The market's last price, from which the buttons of an empty field start. */
  last: Decimal | null;
};

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
  const shared = { unit, places, last, dispatch } as const;
  return (
    <>
      <PriceField {...shared} name="takeProfitPrice" value={exits.takeProfitPrice} error={takeProfitError} />
      <PriceField {...shared} name="exitStopPrice" value={exits.stopPrice} error={stopError} />
      <NumberField
        layout="inline"
        label={t('ticket.stopLimit')}
        unit={unit}
        name="stopLimitPrice"
        placeholder={t('type.market')}
        value={exits.stopLimitPrice}
        onValueChange={(stopLimitPrice) => dispatch({ type: 'exitsEdited', exits: { stopLimitPrice } })}
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
