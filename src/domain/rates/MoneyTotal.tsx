import { useTranslation } from 'react-i18next';
import { type Decimal, multiply } from '@halyard/contract/money';
import { Num } from '../../shared/format/Num.tsx';
import styles from './MoneyTotal.module.css';
import { useMoneyRates } from './ratesApi.ts';
import { useRateText } from './useRateText.ts';

type MoneyTotalProps = {
  usdt: Decimal | undefined;
  /** A money of a state. */
  unit: string;
  isMasked: boolean;
};

/**
 * A total in a money of a state, by the operator's rate, whose day stands below it. Where the rate is missing or too
 * old that is said, and there is no number.
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

/** The places that a money of a state is written with: 2 of EUR, none of JPY. */
function moneyPlaces(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
