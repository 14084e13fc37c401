import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CurrencyValue, Invitation } from '@halyard/contract/referral/calls';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import styles from './Referral.module.css';

const PLACES = 8;

/** What was paid, what is paid next, and what waits. */
export function RebateFigures({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('promotion');
  const format = useFormat();
  const { hidesBalances } = useHiddenBalances();
  const { paid, paidWorth, due, waiting, nextPaymentAt } = invitation;
  return (
    <section>
      <h2 className={styles['head']}>{t('money.title')}</h2>
      <KeyValue
        items={[
          {
            label: t('money.total'),
            value: <Num kind="amount" value={paidWorth} places={PLACES} unit="USDT" isMasked={hidesBalances} />,
          },
          ...(paid.length === 0 ? [] : [{ label: t('money.paid'), value: <Amounts values={paid} /> }]),
          {
            label: t('money.due', { time: format.moment(Date.parse(nextPaymentAt), 'dayMinute') }),
            value: <Amounts values={due} />,
          },
          { label: t('money.waiting'), value: <Amounts values={waiting} /> },
        ]}
      />
      {waiting.length > 0 && (
        <p className={styles['note']}>
          {t('money.explain')}{' '}
          <Link to={paths.verification()} className={styles['link']}>
            {t('money.verify')}
          </Link>
        </p>
      )}
    </section>
  );
}

/** One a line; nothing is a zero that is known. */
function Amounts({ values }: { values: readonly CurrencyValue[] }) {
  const { t } = useTranslation('promotion');
  const { hidesBalances } = useHiddenBalances();
  if (values.length === 0) return <span>{t('money.none')}</span>;
  return (
    <span className={styles['amounts']}>
      {values.map(({ currency, value }) => (
        <Num key={currency} kind="amount" value={value} places={PLACES} unit={currency} isMasked={hidesBalances} />
      ))}
    </span>
  );
}
