import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/navigation/paths.ts';
import styles from './ProductSwitch.module.css';
import { marketsWith } from './productMarket.ts';
import { marketOf } from './marketsData.ts';
import { useListMarketsQuery } from './marketsApi.ts';

type ProductSwitchProps = { product: 'spot' | 'futures'; symbol: string | undefined };

/** Spot or futures of a market. Leads to the first market with futures if the shown one has none. */
export function ProductSwitch({ product, symbol }: ProductSwitchProps) {
  const { t } = useTranslation('common');
  const { hasFutures, isOpen } = useListMarketsQuery(undefined, {
    selectFromResult: ({ data }) => ({
      hasFutures: marketOf(data, symbol)?.isFuturesOpen === true,
      isOpen: product === 'futures' || marketsWith('isFuturesOpen', data).length > 0,
    }),
  });
  if (!isOpen) return null;
  const links = { spot: paths.trade({ symbol }), futures: paths.lever(hasFutures ? { symbol } : {}) };
  return (
    <nav aria-label={t('product.label')} className={styles['switch']}>
      {(['spot', 'futures'] as const).map((each) => (
        <Link
          key={each}
          to={links[each]}
          replace={each !== product}
          className={styles['product']}
          aria-current={each === product ? 'page' : undefined}
        >
          <span className={styles['face']}>{t(`product.${each}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
