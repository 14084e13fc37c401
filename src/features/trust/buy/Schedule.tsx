import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decimal } from '@halyard/contract/money';
import { addDays, startOfDate, type InterestDay } from '@halyard/contract/trust/rules';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import styles from '../Trust.module.css';

/** A longer list shows its beginning and its end until all is asked for. */
const ROWS_MAX = 6;
const ROWS_HEAD = 3;

type ScheduleProps = {
  payments: readonly InterestDay[];
  currency: string;
  principal: Decimal;
  /** The date of the last row, as it reads. */
  endsOn: string;
};

/** Every payment with its date; the principal is the last. */
export function Schedule({ payments, currency, principal, endsOn }: ScheduleProps) {
  const { t } = useTranslation('trust');
  const [isAll, setAll] = useState(false);
  const isCut = !isAll && payments.length > ROWS_MAX;
  const head = isCut ? payments.slice(0, ROWS_HEAD) : payments;
  const tail = isCut ? payments.slice(-1) : [];
  return (
    <section className={styles['part']}>
      <h3>{t('schedule.title')}</h3>
      <ol className={styles['schedule']} aria-label={t('schedule.title')}>
        {head.map((payment) => (
          <Row key={payment.day} payment={payment} currency={currency} />
        ))}
        {isCut && (
          <li>
            <Button kind="quiet" size="small" onClick={() => setAll(true)}>
              {t('schedule.more', { count: payments.length - ROWS_HEAD - 1 })}
            </Button>
          </li>
        )}
        {tail.map((payment) => (
          <Row key={payment.day} payment={payment} currency={currency} />
        ))}
        <li>
          <span>{`${endsOn} · ${t('schedule.principal')}`}</span>
          <Num kind="amount" value={principal} unit={currency} />
        </li>
      </ol>
    </section>
  );
}

function Row({ payment, currency }: { payment: InterestDay; currency: string }) {
  const format = useFormat();
  return (
    <li>
      <span>{format.moment(startOfDate(addDays(payment.date, 1)), 'date', 'utc')}</span>
      <Num kind="amount" value={payment.amount} unit={currency} />
    </li>
  );
}
