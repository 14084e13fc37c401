import { useTranslation } from 'react-i18next';
import { type Decimal, multiply } from '@halyard/contract/money';
import { Num } from '../../shared/format/Num.tsx';
import styles from './MoneyTotal.module.css';
import { useMoneyRates, useRateText } from './ratesApi.ts';

type MoneyTotalProps = {
  usdt: Decimal | undefined;
  /** A fiat currency (ISO 4217). */
  unit: string;
  isMasked: boolean;
};

/**
 * A total in a fiat currency by the operator's rate, with the rate's day below. Shows a note instead of a number when
 * the rate is missing or too old.
 */
export function MoneyTotal({ usdt, unit, isMasked }: MoneyTotalProps) {
  const { t } = useTranslation('pricing');
  const rateText = useRateText();
  const rates = useMoneyRates();
  const rate = rates?.find(({ currency }) => currency === unit);
  const isUsed = rate !== undefined && !rate.isOld;
  const places = moneyPlaces(unit);
  const value = isUsed && usdt !== undefined ? multiply(usdt, rate.perUsdt) : undefined;
  return (
    <>
      <Num kind="amount" value={value} places={places} minPlaces={places} unit={unit} isMasked={isMasked} />
      <span className={styles['rate']}>
        {rate !== undefined && rateText(rate)}
        {rates !== undefined && rate === undefined && t('none', { unit })}
      </span>
    </>
  );
}

/** Decimal places of a fiat currency: 2 for EUR, none for JPY. */
export function moneyPlaces(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
