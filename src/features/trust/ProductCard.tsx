import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TrustProduct } from '@halyard/contract/trust/calls';
import { compare, divide, toModelNumber } from '@halyard/contract/money';
import { dayPercent } from '@halyard/contract/trust/rules';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { Progress } from '../../shared/ui/Progress.tsx';
import styles from './Trust.module.css';

/** A product with its terms and the taken share; links to its page. */
export function ProductCard({ product }: { product: TrustProduct }) {
  const { t } = useTranslation('trust');
  return (
    <Link className={styles['card']} to={paths.financeBuy({ id: product.id })}>
      <span className={styles['head']}>
        <CoinIcon symbol={product.currency} size="small" />
        <b>{product.currency}</b>
        <span className={styles['soft']}>{t('days', { count: product.days })}</span>
      </span>
      <Rates product={product} />
      <Capacity product={product} />
    </Link>
  );
}

/** Daily and total rate and the minimum amount, side by side. */
export function Rates({ product }: { product: TrustProduct }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const { terms, minAmount, currency } = product;
  return (
    <span className={styles['rates']}>
      <span>
        <span className={styles['label']}>{t('rate.day')}</span>
        <b className={styles['rate']}>{format.percent(dayPercent(terms), 'down')}</b>
      </span>
      <span>
        <span className={styles['label']}>{t('rate.total')}</span>
        <b className={styles['figure']}>{format.percent(terms.rate)}</b>
      </span>
      <span>
        <span className={styles['label']}>{t('minimum')}</span>
        <b className={styles['figure']}>
          <Num kind="amount" value={minAmount} minPlaces={0} unit={currency} />
        </b>
      </span>
    </span>
  );
}

/** Whether not even the minimum amount fits. */
export function isSoldOut({ left, minAmount }: TrustProduct): boolean {
  return compare(left, minAmount) < 0;
}

export function Capacity({ product }: { product: TrustProduct }) {
  const { t } = useTranslation('trust');
  const format = useFormat();
  const { hosted, left, terms, currency } = product;
  const share = toModelNumber(divide(hosted, terms.capacity, 6, 'down'));
  const text = isSoldOut(product)
    ? t('soldOut')
    : t('left', { left: format.amount(left, 2, 0), currency, capacity: format.compact(terms.capacity) });
  return (
    <span className={styles['capacity']}>
      <Progress label={t('capacity')} share={share} />
      <span className={styles['soft']}>{text}</span>
    </span>
  );
}
