import { isPositive, type Decimal } from '@halyard/contract/money';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Num } from '../format/Num.tsx';
import styles from './AmountField.module.css';
import { Button } from './Button.tsx';
import { NumberField } from './NumberField.tsx';

type AmountFieldProps = Omit<ComponentProps<typeof NumberField>, 'unit' | 'end' | 'layout'> & {
  /** The currency. */
  unit: string;
  /** What there is; a dash while it is not known. */
  available: Decimal | undefined;
  /** The currency's digits after the point. */
  places: number;
  /** What "All" fills in, where fees or limits make it less than what there is. */
  most?: Decimal | undefined;
  /** What the balance is called; "Available" unless said otherwise. */
  availableLabel?: ReactNode;
};

/** A field for an amount out of a balance: the currency, a button that takes all of it, and the balance below. */
export function AmountField(props: AmountFieldProps) {
  const { unit, available, places, most = available, availableLabel, hint, isDisabled, ...field } = props;
  const { t } = useTranslation('forms');
  const balance = (
    <span className={styles['notes']}>
      <span className={styles['balance']}>
        <span>{availableLabel ?? t('amount.available')}</span>
        <Num value={available} kind="amount" places={places} unit={unit} />
      </span>
      {hint}
    </span>
  );
  const all = (
    <Button
      kind="quiet"
      size="small"
      className={styles['all']}
      disabled={isDisabled === true || most === undefined || !isPositive(most)}
      onClick={() => most !== undefined && field.onValueChange(most)}
    >
      {t('amount.all')}
    </Button>
  );
  return <NumberField {...field} isDisabled={isDisabled} unit={unit} end={all} hint={balance} />;
}
