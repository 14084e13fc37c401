import { useTranslation } from 'react-i18next';
import type { Invitation } from '@halyard/contract/referral/calls';
import { decimal, multiply } from '@halyard/contract/money';
import { rebateOf } from '@halyard/contract/referral/rebates';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import styles from './Referral.module.css';

const EXAMPLE_FEES = decimal('100');
const PERCENT = decimal('0.01');

/** What of whose fees comes back, with an example in fees. */
export function Rates({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('promotion');
  const format = useFormat();
  const { first, second, third, generations, next } = invitation;
  const percent = (rate: typeof first) => format.rate(multiply(rate, PERCENT));
  const rows = [
    ['generation.first', first],
    ['generation.second', second],
    ['generation.third', third],
  ] as const;
  return (
    <section>
      <h2 className={styles['head']}>{t('rates.title')}</h2>
      <p className={styles['note']}>{t('rates.explain')}</p>
      <table className={styles['rates']}>
        <thead>
          <tr>
            <th scope="col">{t('rates.whose')}</th>
            <th scope="col">{t('rates.people')}</th>
            <th scope="col">{t('rates.rate')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([text, rate], place) => (
            <tr key={text}>
              <th scope="row">{t(text)}</th>
              <td>
                <Num kind="amount" value={decimal(String(generations[place] ?? 0))} places={0} />
              </td>
              <td>{percent(rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles['note']}>
        {t('rates.example', {
          fees: format.amount(EXAMPLE_FEES, 2),
          value: format.amount(rebateOf(EXAMPLE_FEES, first), 2),
        })}
      </p>
      {next !== null && (
        <p className={styles['note']}>
          {t('rates.next', {
            date: format.moment(Date.parse(next.from), 'date', 'utc'),
            rates: [next.first, next.second, next.third].map(percent).join(' / '),
          })}
        </p>
      )}
    </section>
  );
}
