import { priceAfterLoss, type Position } from '@halyard/contract/futures/position';
import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isPositive, negate, parseDecimal, type Decimal, percentOf } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { Checkbox } from '../../../shared/ui/Checkbox.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import type { FuturesMarket } from '../futuresTypes.ts';
import { fieldOf, type ShownError } from './futuresErrors.ts';
import styles from './Ticket.module.css';

/** Units of a typed stop: price, percent of the opening margin, or profit and loss as an amount. */
const STOP_UNITS = ['price', 'percent', 'money'] as const;
type StopUnit = (typeof STOP_UNITS)[number];

export type StopTexts = { readonly unit: StopUnit; readonly profit: string; readonly loss: string };

export const NO_STOPS: StopTexts = { unit: 'price', profit: '', loss: '' };

type Held = Pick<Position, 'side' | 'quantity' | 'entryPrice' | 'originMargin'>;

/**
 * The price of a stop; undefined when there is none. For an amount: the first price in the market's precision with no
 * smaller profit and no larger loss.
 */
export function stopPriceOf(
  name: 'profit' | 'loss',
  { unit, [name]: text }: StopTexts,
  held: Held,
  places: number,
): Decimal | undefined {
  const value = parseDecimal(text);
  if (value === undefined || unit === 'price') return value;
  if (!isPositive(value)) return undefined;
  const money = unit === 'money' ? value : percentOf(held.originMargin, value);
  const loss = name === 'loss' ? money : negate(money);
  return priceAfterLoss(held, { loss, places, rounding: 'near' });
}

type StopFieldsProps = {
  texts: StopTexts;
  onChange: (texts: StopTexts) => void;
  /** For optional stops: whether they are on. */
  isOn?: boolean;
  onToggle?: ((isOn: boolean) => void) | undefined;
  /** The resulting prices. */
  takeProfit: Decimal | null;
  stopLoss: Decimal | null;
  error: ShownError | undefined;
  market: Pick<FuturesMarket, 'quote' | 'pricePrecision'>;
  currency: string;
};

/** Take profit and stop loss: by price, by percent of the margin, or by amount. */
export const StopFields = memo(function StopFields(props: StopFieldsProps) {
  const { texts, onChange, isOn = true, onToggle, takeProfit, stopLoss, ...rest } = props;
  const { t } = useTranslation('futures');
  const { market, currency } = rest;
  const units = { price: t('stops.price'), percent: '%', money: currency };
  const unit = { price: market.quote, percent: '%', money: currency }[texts.unit];
  return (
    <div className={styles['stops']}>
      <div className={styles['stopsHead']}>
        {onToggle === undefined ? (
          <span />
        ) : (
          <Checkbox label={t('stops.toggle')} isChecked={isOn} onCheckedChange={onToggle} />
        )}
        {isOn && (
          <span className={styles['unit']}>
            <select
              aria-label={t('stops.unit')}
              value={texts.unit}
              onChange={({ target }) => onChange({ unit: target.value as StopUnit, profit: '', loss: '' })}
            >
              {STOP_UNITS.map((value) => (
                <option key={value} value={value}>
                  {units[value]}
                </option>
              ))}
            </select>
            <ChevronDown aria-hidden />
          </span>
        )}
      </div>
      {isOn && (
        <div className={styles['stopPair']}>
          <Stop name="profit" price={takeProfit} unit={unit} texts={texts} onChange={onChange} {...rest} />
          <Stop name="loss" price={stopLoss} unit={unit} texts={texts} onChange={onChange} {...rest} />
        </div>
      )}
    </div>
  );
});

type StopProps = Pick<StopFieldsProps, 'texts' | 'onChange' | 'error' | 'market'> & {
  name: 'profit' | 'loss';
  price: Decimal | null;
  unit: string;
};

function Stop({ name, price, unit, texts, onChange, error, market }: StopProps) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const isHere = error !== undefined && error.code !== 'STOPS_MISSING' && fieldOf(error) === name;
  const hint =
    texts.unit !== 'price' && price !== null
      ? t('stops.at', { price: format.price(price, market.pricePrecision) })
      : undefined;
  const places = texts.unit === 'price' ? market.pricePrecision : 2;
  const change = (text: string) => onChange({ ...texts, [name]: text });
  return (
    <NumberField
      layout="inline"
      label={t(`stops.${name}`)}
      unit={unit}
      value={texts[name]}
      onValueChange={change}
      places={places}
      hint={hint}
      error={isHere ? errorText(error.code, error.params) : undefined}
    />
  );
}
