import { useTranslation } from 'react-i18next';
import type { WinShare } from '@halyard/contract/transparency/figureCalls';
import { useGetStatisticsQuery } from '../../domain/transparency/publicLogApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Answered } from './Answered.tsx';
import styles from './Fairness.module.css';
import { Part } from './Part.tsx';
import { useCount } from './useCount.ts';

/** How contracts of all users ended, beside what theory expects of them. */
export function Results() {
  const { t } = useTranslation('fairness');
  const rowOf = useRow();
  const count = useCount();
  return (
    <Part title={t('results.title')}>
      <Answered query={useGetStatisticsQuery()}>
        {({ days, shares }) =>
          shares.length === 0 ? (
            <p className={styles['text']}>{t('results.none')}</p>
          ) : (
            <>
              <p className={styles['soft']}>{t('results.explain', { n: count(days.length) })}</p>
              <KeyValue items={shares.map(rowOf)} />
            </>
          )
        }
      </Answered>
    </Part>
  );
}

function useRow() {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const count = useCount();
  return ({ kind, direction, won, lost, tied, void: voided, share, expected, deviations }: WinShare) => ({
    label: `${t(`product.${kind}`)}, ${t(`direction.${direction}`)}`,
    value: (
      <span className={styles['lines']}>
        <span>
          {t('results.row', {
            won: count(won),
            all: count(won + lost + tied),
            share: share === null ? '—' : format.percent(share),
          })}
        </span>
        <span className={styles['soft']}>
          {expected === null
            ? t('results.noTheory')
            : t('results.expected', {
                share: format.percent(expected),
                deviations: deviations === null ? '—' : format.pnl(deviations, 2),
              })}
        </span>
        <span className={styles['soft']}>
          {t('results.ended', { lost: count(lost), tied: count(tied), void: count(voided) })}
        </span>
      </span>
    ),
    hasOwnLine: true,
  });
}
