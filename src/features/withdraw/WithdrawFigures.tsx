import { useTranslation } from 'react-i18next';
import type { WithdrawalTerms } from '@halyard/contract/withdrawals/calls';
import type { Decimal } from '@halyard/contract/money';
import { ARRIVAL_HOURS } from '@halyard/contract/withdrawals/rules';
import { Num } from '../../shared/format/Num.tsx';
import { formatPercent } from '../../shared/format/numbers.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import type { KnownTerms } from './useWithdraw.ts';
import styles from './Withdraw.module.css';

type WithdrawFiguresProps = {
  known: KnownTerms;
  terms: WithdrawalTerms;
  receipt: { readonly fee: Decimal; readonly receipt: Decimal } | undefined;
  unit: string;
  isBank: boolean;
};

/** What it costs, what arrives, when, and how many requests are left: live, before anything is sent. */
export function WithdrawFigures({ known, terms, receipt, unit, isBank }: WithdrawFiguresProps) {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const { feePercent, feeMin, places } = known;
  const { leftToday, dailyLimit, arrivalHours = ARRIVAL_HOURS } = terms;
  const percent = formatPercent(feePercent, format.locale, { places: 4 });
  const rule = t('feeRule', { percent, min: format.amount(feeMin, places), coin: unit });
  const amountOf = (value: Decimal | undefined) => <Num kind="amount" value={value} places={places} unit={unit} />;
  return (
    <div>
      <KeyValue
        items={[
          { label: t('fee'), value: amountOf(receipt?.fee) },
          { label: t('receipt'), value: amountOf(receipt?.receipt) },
          ...(isBank ? [{ label: t('rate'), value: t('rateValue') }] : []),
          { label: t('arrival'), value: t('arrivalWithin', { hours: arrivalHours }) },
          ...(leftToday === undefined || dailyLimit === undefined
            ? []
            : [{ label: t('leftToday'), value: t('leftOf', { left: leftToday, limit: dailyLimit }) }]),
        ]}
      />
      <p className={styles['note']}>{rule}</p>
    </div>
  );
}
