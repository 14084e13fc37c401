import { BookOpenText, ChevronRight, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AnswerOf } from '@halyard/contract/call';
import { isPositive } from '@halyard/contract/money';
import type { getTrustReport, TrustSums } from '@halyard/contract/trust/calls';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useTrustProducts, useTrustReport } from '../../domain/trust/trustApi.ts';
import { Num } from '../../shared/format/Num.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PullToRefresh } from '../../shared/ui/PullToRefresh.tsx';
import { ProductCard } from './ProductCard.tsx';
import styles from './Trust.module.css';

/** Trust products as a tab. */
export function TrustPage() {
  const { t } = useTranslation('trust');
  return (
    <Page header={<NavBar title={t('title')} back={false} actions={<Actions />} />} isWide>
      <Products />
    </Page>
  );
}

/** Trust products as a page with a back button. */
export function FinancePage() {
  const { t } = useTranslation('trust');
  return (
    <Page header={<NavBar title={t('title')} actions={<Actions />} />} isWide>
      <Products />
    </Page>
  );
}

function Actions() {
  const { t } = useTranslation('trust');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return (
    <>
      {isLoggedIn && (
        <Link className={styles['tool']} to={paths.financeOrders()} aria-label={t('orders.title')}>
          <History aria-hidden />
        </Link>
      )}
      <Link className={styles['tool']} to={paths.financeRules()} aria-label={t('rules.title')}>
        <BookOpenText aria-hidden />
      </Link>
    </>
  );
}

/** The user's holdings in products, and the products on sale. */
function Products() {
  const { t } = useTranslation('trust');
  const { products, error, retry, updatedAtMs } = useTrustProducts();
  const { report, refetch, asOfMs } = useTrustReport();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const refresh = () => Promise.all([retry(), ...(isLoggedIn ? [refetch()] : [])]);
  return (
    <PullToRefresh onRefresh={refresh} updatedAtMs={updatedAtMs}>
      <div className={styles['screen']}>
        <AsOf atMs={asOfMs} />
        {isLoggedIn && <Summary report={report} />}
        <p className={styles['promise']}>{t('promise')}</p>
        {error !== undefined && <ErrorState error={error} onRetry={retry} />}
        {products === undefined && error === undefined && <ProductsLoading />}
        {products?.length === 0 && <EmptyState drawing="coins" text={t('none')} />}
        {products !== undefined && products.length > 0 && (
          <ul className={styles['cards']} aria-label={t('products')}>
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </PullToRefresh>
  );
}

function ProductsLoading() {
  return (
    <Loading>
      <div className={styles['cards']}>
        {Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} shape="block" height={186} />
        ))}
      </div>
    </Loading>
  );
}

type SummaryProps = { report: AnswerOf<typeof getTrustReport> | undefined };

/** Invested amount and earnings by currency; dashes while unknown. */
function Summary({ report }: SummaryProps) {
  const { t } = useTranslation('trust');
  const { t: tShell } = useTranslation('shell');
  const [first, ...others] = report?.currencies ?? [];
  const more = others.filter(({ orders, earned }) => orders > 0 || isPositive(earned));
  return (
    <Card isHero>
      <div className={styles['summary']}>
        <Sums sums={first} />
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

function Sums({ sums }: { sums: TrustSums | undefined }) {
  const { t } = useTranslation('trust');
  const items = [
    { label: t('summary.invested'), value: sums?.invested },
    { label: t('summary.today'), value: sums?.earnedToday },
    { label: t('summary.all'), value: sums?.earned },
  ];
  return (
    <dl className={styles['sums']}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt className={styles['label']}>{label}</dt>
          <dd className={styles['figure']}>
            <Num kind="amount" value={value} places={8} minPlaces={2} unit={sums?.currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
