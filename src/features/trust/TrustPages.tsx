import { BookOpenText, ChevronRight, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AnswerOf } from '@halyard/contract/call';
import { groupBy } from '@halyard/contract/groupBy';
import { add, isPositive, type Decimal } from '@halyard/contract/money';
import type { getTrustReport, TrustSums } from '@halyard/contract/trust/calls';
import { interestOfDay, paidAtMs } from '@halyard/contract/trust/rules';
import { useHiddenBalances } from '../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { useTrustOrders, useTrustProducts, useTrustReport } from '../../domain/trust/trustApi.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Card } from '../../shared/ui/Card.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
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

const isUsed = ({ orders, earned }: TrustSums) => orders > 0 || isPositive(earned);

type SummaryProps = { report: AnswerOf<typeof getTrustReport> | undefined };

/** Invested amount and earnings by currency; dashes while unknown. */
function Summary({ report }: SummaryProps) {
  const { t } = useTranslation('trust');
  const { t: tShell } = useTranslation('shell');
  const [first, ...others] = report?.currencies ?? [];
  const more = others.filter(isUsed);
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

const ACTIVE = { status: 'active' } as const;

/** Rows for the page of the Earn account: interest of today and in total, and the next payment. */
export function EarnedFigures() {
  const { t } = useTranslation('trust');
  const { report } = useTrustReport();
  const [first, ...others] = report?.currencies ?? [];
  const sums = first === undefined ? undefined : [first, ...others.filter(isUsed)];
  return (
    <KeyValue
      items={[
        {
          label: t('summary.today'),
          value: <Amounts rows={sums?.map(({ earnedToday: amount, currency }) => ({ amount, currency }))} />,
        },
        {
          label: t('summary.all'),
          value: <Amounts rows={sums?.map(({ earned: amount, currency }) => ({ amount, currency }))} />,
        },
        { label: t('orders.next'), value: <NextPayment /> },
      ]}
    />
  );
}

/** Date and amount of the next interest of all active orders; the date alone where not all of them are loaded. */
function NextPayment() {
  const format = useFormat();
  const { rows = [], hasMore } = useTrustOrders(ACTIVE);
  const payments = rows.map(({ boughtOn, paidDays, interest, days, currency }) => {
    const day = paidDays + 1;
    return { atMs: paidAtMs(boughtOn, day), amount: interestOfDay(interest, day, days), currency };
  });
  const atMs = Math.min(...payments.map((payment) => payment.atMs));
  const next = payments.filter((payment) => payment.atMs === atMs);
  if (next.length === 0) return <Amounts rows={undefined} />;
  const date = format.moment(atMs, 'date', 'utc');
  if (hasMore) return date;
  const amounts = [...groupBy(next, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount: add(...own.map(({ amount }) => amount)),
  }));
  return (
    <span>
      {`${date} · `}
      <Amounts rows={amounts} />
    </span>
  );
}

/** Amounts of several currencies, one below the other; a dash while unknown. */
function Amounts({ rows = [{}] }: { rows: readonly { amount?: Decimal; currency?: string }[] | undefined }) {
  const { hidesBalances } = useHiddenBalances();
  return (
    <span className={styles['amounts']}>
      {rows.map(({ amount, currency }) => (
        <Num key={currency ?? ''} kind="amount" value={amount} unit={currency} isMasked={hidesBalances} />
      ))}
    </span>
  );
}
