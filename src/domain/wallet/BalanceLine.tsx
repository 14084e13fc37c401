import { memo } from 'react';
import type { Decimal } from '@halyard/contract/money';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { Num } from '../../shared/format/Num.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import styles from './BalanceLine.module.css';

type BalanceLineProps = {
  /** Name of the balance. */
  label: string;
  available: Decimal | undefined;
  /** Decimals of the currency. */
  places: number;
  currency: string | undefined;
  /** The account of the balance. */
  account: AccountKind;
  /** Text of the link. */
  transfer: string;
};

/** An available balance, and a link to transfer to its account. */
export const BalanceLine = memo(function BalanceLine(props: BalanceLineProps) {
  const { label, available, places, currency, account, transfer } = props;
  return (
    <p className={styles['line']}>
      <span>{label}</span>
      <Num kind="amount" value={available} places={places} unit={currency} />
      <ButtonLink kind="quiet" size="small" to={paths.transfer({ to: account, currency })}>
        {transfer}
      </ButtonLink>
    </p>
  );
});
