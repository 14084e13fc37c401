import { memo, type ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import type { Decimal } from '@halyard/contract/money';
import { usePriceSteps } from '../../../domain/markets/bookRows.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import type { TicketEvent } from './ticketForm.ts';

/** Label and edit of each price, by the name of its field. */
const PRICES = {
  price: { label: 'price', edit: (price: string): TicketEvent => ({ type: 'priceEdited', price }) },
  stopPrice: { label: 'stop', edit: (stopPrice: string): TicketEvent => ({ type: 'stopPriceEdited', stopPrice }) },
  takeProfitPrice: {
    label: 'takeProfit',
    edit: (takeProfitPrice: string): TicketEvent => ({ type: 'exitsEdited', exits: { takeProfitPrice } }),
  },
  exitStopPrice: {
    label: 'stopLoss',
    edit: (stopPrice: string): TicketEvent => ({ type: 'exitsEdited', exits: { stopPrice } }),
  },
} as const;

/** Props that all price fields of a ticket share. */
export type PriceFieldsProps = {
  /** The currency of prices. */
  unit: string;
  places: number;
  dispatch: ActionDispatch<[TicketEvent]>;
};

type PriceFieldProps = PriceFieldsProps & {
  name: keyof typeof PRICES;
  value: string;
  error: CodedError | undefined;
  hint?: string | undefined;
  /** The market's last price, from which the buttons of an empty field start. */
  last?: Decimal | null;
};

/** A price with buttons that change it by a step. */
export const PriceField = memo(function PriceField(props: PriceFieldProps) {
  const { name, unit, places, last, value, error, hint, dispatch } = props;
  const { t } = useTranslation('spot');
  const { label, edit } = PRICES[name];
  const setPrice = (text: string) => dispatch(edit(text));
  return (
    <NumberField
      layout="inline"
      label={t(`ticket.${label}`)}
      unit={unit}
      name={name}
      value={value}
      onValueChange={setPrice}
      places={places}
      steps={usePriceSteps(value, places, setPrice, last)}
      error={codedText(error, unit)}
      hint={hint}
    />
  );
});
