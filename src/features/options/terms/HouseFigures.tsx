import { useTranslation } from 'react-i18next';
import type { OptionFigures } from '@halyard/contract/options/receiptCalls';
import { decimal, multiply, type Decimal } from '@halyard/contract/money';
import { useGetOptionFiguresQuery } from '../../../domain/options/figuresApi.ts';
import type { AppError } from '../../../shared/api/appError.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { useTimeText } from '../optionTexts.ts';
import styles from './Terms.module.css';

const RENEW_AFTER_MS = 10_000;

/** The house's limits with their current use, and results compared with theory: the same for all users. */
export function HouseFigures({ symbol }: { symbol: string }) {
  const { t } = useTranslation('options');
  const { data, error, refetch } = useGetOptionFiguresQuery(undefined, { pollingInterval: RENEW_AFTER_MS });
  if (data === undefined) {
    if (error !== undefined) {
      return <ErrorState what={appErrorText(error as AppError)} onRetry={() => void refetch()} />;
    }
    return (
      <Loading>
        <Skeleton shape="block" height={160} />
      </Loading>
    );
  }
  return (
    <>
      <section className={styles['section']} aria-label={t('house.title')}>
        <h3 className={styles['heading']}>{t('house.title')}</h3>
        <p className={styles['soft']}>{t('house.explain')}</p>
        <Limits figures={data} symbol={symbol} />
      </section>
      <Statistics figures={data} />
    </>
  );
}

function Limits({ figures, symbol }: { figures: OptionFigures; symbol: string }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const { capital, promised, shares, currency, next, version } = figures;
  const amount = (value: Decimal) => `${format.amount(value, 2)} ${currency}`;
  const limit = (share: Decimal) =>
    `${format.percent(share)} · ${amount(multiply(multiply(capital, share), decimal('0.01')))}`;
  return (
    <KeyValue
      items={[
        { label: t('house.capital'), value: amount(capital) },
        { label: t('house.promised'), value: amount(promised) },
        { label: t('house.order'), value: limit(shares.order) },
        { label: t('house.user'), value: limit(shares.user) },
        { label: t('house.side'), value: limit(shares.side) },
        { label: t('house.all'), value: limit(shares.all) },
        ...figures.sides
          .filter((side) => side.symbol === symbol)
          .map(({ direction, payout, max }) => ({
            label: t('house.open', { symbol, direction: t(`direction.${direction}`) }),
            value: t('house.of', { part: amount(payout), whole: amount(max) }),
          })),
        { label: t('terms.version'), value: String(version) },
        ...(next === null
          ? []
          : [
              {
                label: t('house.next'),
                value: t('house.nextFrom', {
                  version: next.version,
                  time: format.moment(Date.parse(next.from), 'dateMinute'),
                }),
              },
            ]),
      ]}
    />
  );
}

function Statistics({ figures: { statistics } }: { figures: OptionFigures }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const timeText = useTimeText();
  return (
    <section className={styles['section']} aria-label={t('statistics.title')}>
      <h3 className={styles['heading']}>{t('statistics.title')}</h3>
      <p className={styles['soft']}>{t('statistics.explain')}</p>
      {statistics.length === 0 ? (
        <p className={styles['soft']}>{t('statistics.none')}</p>
      ) : (
        <KeyValue
          items={statistics.map(({ kind, seconds, won, lost, tied, voided, expected, deviations }) => ({
            label: `${t(`terms.kind.${kind}`)}, ${timeText(seconds)}`,
            value: t('statistics.row', {
              won,
              expected: format.amount(expected, 1, 0),
              lost,
              tied,
              voided,
              deviations: deviations === null ? '—' : format.pnl(deviations, 2),
            }),
            hasOwnLine: true,
          }))}
        />
      )}
    </section>
  );
}
