import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TrustProduct } from '@halyard/contract/trust/calls';
import { compare, divide, toModelNumber } from '@halyard/contract/money';
import { dayPercent, yearPercent } from '@halyard/contract/trust/rules';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { Chip } from '../../shared/ui/Chip.tsx';
import { Progress } from '../../shared/ui/Progress.tsx';
import styles from './Trust.module.css';

/** A daily rate is small: 0.014 %. */
export const DAY_PERCENT_PLACES = 4;

/** A product with its terms and the taken share; links to its page. */
export function ProductCard({ product }: { product: TrustProduct }) {
  const { t } = useTranslation('trust');
  const isSold = isSoldOut(product);
  return (
    <Link className={styles['card']} data-sold-out={isSold || undefined} to={paths.financeBuy({ id: product.id })}>
      <span className={styles['head']}>
        <CoinIcon symbol={product.currency} size="small" />
        <b>{product.currency}</b>
        {isSold && <Chip>{t('soldOut')}</Chip>}
        <span className={styles['term']}>{t('days', { count: product.days })}</span>
        <ChevronRight aria-hidden />
      </span>
      <Rates product={product} />
      <EarlyExit terms={product.terms} />
      <Capacity product={product} />
    </Link>
  );
}

/** The yearly rate, then the daily and total rate and the minimum amount, side by side. */
export function Rates({ product }: { product: TrustProduct }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const { terms, minAmount, currency } = product;
  const figures = [
    { label: t('rate.day'), value: format.percent(dayPercent(terms), 'down', DAY_PERCENT_PLACES) },
    { label: t('rate.total'), value: format.percent(terms.rate) },
    { label: t('minimum'), value: <Num kind="amount" value={minAmount} minPlaces={0} unit={currency} /> },
  ];
  return (
    <span className={styles['rates']}>
      <span className={styles['year']}>
        <b className={styles['rate']}>{format.percent(yearPercent(terms))}</b>
        <span className={styles['label']}>{t('rate.year')}</span>
      </span>
      {figures.map(({ label, value }) => (
        <span key={label}>
          <span className={styles['label']}>{label}</span>
          <b className={styles['figure']}>{value}</b>
        </span>
      ))}
    </span>
  );
}

/** The cost of leaving early, in a line. */
export function EarlyExit({ terms }: Pick<TrustProduct, 'terms'>) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const { penaltyRule, penaltyValue } = terms;
  const text =
    penaltyRule === 'days_of_interest'
      ? t('exit.days', { count: toModelNumber(penaltyValue), value: format.amount(penaltyValue, 4, 0) })
      : t('exit.ratio', { value: format.percent(penaltyValue) });
  return <span className={styles['exit']}>{text}</span>;
}

/** Whether not even the minimum amount fits. */
export function isSoldOut({ left, minAmount }: TrustProduct): boolean {
  return compare(left, minAmount) < 0;
}

export function Capacity({ product }: { product: TrustProduct }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const { left, terms, currency } = product;
  const share = toModelNumber(divide(left, terms.capacity, 6, 'down'));
  const text = t('left', { left: format.amount(left, 2, 0), currency, capacity: format.amount(terms.capacity, 2, 0) });
  return (
    <span className={styles['capacity']}>
      <Progress label={t('capacity')} share={share} />
      <span className={styles['soft']}>{text}</span>
    </span>
  );
}
