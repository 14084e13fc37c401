import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AnswerOf } from '@halyard/contract/call';
import type { getTrustReport, TrustSums } from '@halyard/contract/trust/calls';
import { isPositive } from '@halyard/contract/money';
import { Num } from '../../shared/format/Num.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { Card } from '../../shared/ui/Card.tsx';
import styles from './Trust.module.css';

type SummaryProps = { report: AnswerOf<typeof getTrustReport> | undefined };

/** What is hosted and what it has earned, a line a currency; dashes while nothing is known. */
export function Summary({ report }: SummaryProps) {
  const { t } = useTranslation('trust');
  const { t: tShell } = useTranslation('shell');
  const [first, ...others] = report?.currencies ?? [];
  const more = others.filter(({ orders, earned }) => orders > 0 || isPositive(earned));
  return (
    <Card isHero>
      <div className={styles['summary']}>
        <Sums sums={first} isLabelled />
        {more.map((sums) => (
          <Sums key={sums.currencyId} sums={sums} />
        ))}
        <Link className={styles['toOrders']} to={paths.financeOrders()}>
          {report === undefined
            ? tShell('titles.financeOrders')
            : t('summary.orders', { count: report.currencies.reduce((sum, { orders }) => sum + orders, 0) })}
          <ChevronRight aria-hidden />
        </Link>
      </div>
    </Card>
  );
}

function Sums({ sums, isLabelled = false }: { sums: TrustSums | undefined; isLabelled?: boolean }) {
  const { t } = useTranslation('trust');
  const items = [
    { label: t('summary.hosted', { currency: sums?.currency ?? '' }), value: sums?.hosted },
    { label: t('summary.today'), value: sums?.earnedToday },
    { label: t('summary.all'), value: sums?.earned },
  ];
  return (
    <dl className={styles['sums']}>
      {items.map(({ label, value }, place) => (
        <div key={label}>
          <dt className={styles['label']} hidden={!isLabelled && place > 0}>
            {label.trim()}
          </dt>
          <dd className={isLabelled && place === 0 ? styles['hosted'] : styles['figure']}>
            <Num kind="amount" value={value} places={8} minPlaces={2} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
