import { isPositive, round, type Decimal } from '@halyard/contract/money';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Num } from '../format/Num.tsx';
import styles from './AmountField.module.css';
import { Button } from './Button.tsx';
import { NumberField } from './NumberField.tsx';

type AmountFieldProps = Omit<ComponentProps<typeof NumberField>, 'unit' | 'end' | 'layout'> & {
  /** The currency. */
  unit: string;
  /** Available balance; a dash while it is unknown. */
  available: Decimal | undefined;
  /** Decimals of the currency. */
  places: number;
  /** Amount that "All" fills in, rounded down, if fees or limits make it less than the balance. */
  most?: Decimal | undefined;
  /** Shown above the balance. */
  before?: { label: string; value: Decimal } | undefined;
  /** Name of the balance; default "Available". */
  availableLabel?: ReactNode;
};

/** Amount field over a balance: the currency, a button for all of it, and the balance below. */
export function AmountField(props: AmountFieldProps) {
  const { unit, available, places, most = available, before, availableLabel, hint, isDisabled, ...field } = props;
  const { t } = useTranslation('forms');
  const all = most && round(most, places, 'down');
  const balance = (
    <span className={styles['notes']}>
      {before !== undefined && (
        <span className={styles['balance']}>
          <span>{before.label}</span>
          <Num value={before.value} kind="amount" places={places} unit={unit} />
        </span>
      )}
      <span className={styles['balance']}>
        <span>{availableLabel ?? t('amount.available')}</span>
        <Num value={available} kind="amount" places={places} unit={unit} />
      </span>
      {hint}
    </span>
  );
  const allButton = (
    <Button
      kind="quiet"
      size="small"
      className={styles['all']}
      disabled={isDisabled === true || all === undefined || !isPositive(all)}
      onClick={() => all !== undefined && field.onValueChange(all)}
    >
      {t('amount.all')}
    </Button>
  );
  return <NumberField {...field} places={places} isDisabled={isDisabled} unit={unit} end={allButton} hint={balance} />;
}
