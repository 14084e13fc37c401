import { useTranslation } from 'react-i18next';
import type { Fill } from '@halyard/contract/calls/spot';
import { Num } from '../../../shared/format/Num.tsx';
import styles from './Orders.module.css';
import { OrderTime, SideWord } from './OrderWords.tsx';
import { usePairTerms } from './usePairs.ts';

/**
 * An execution: price, quantity, fee, and whether it took or was taken. `isBrief` leaves out the order's side and pair,
 * where they are told above.
 */
export function FillRow({ fill, isBrief = false }: { fill: Fill; isBrief?: boolean }) {
  const { t } = useTranslation('spot');
  const terms = usePairTerms(fill);
  return (
    <div className={styles['fill']}>
      <p className={styles['line']}>
        <span className={styles['title']}>
          {!isBrief && <SideWord side={fill.side} />}
          {!isBrief && <b>{fill.symbol}</b>}
          <span className={styles['soft']}>{t(fill.role === 'maker' ? 'role.maker' : 'role.taker')}</span>
        </span>
        <OrderTime at={fill.at} />
      </p>
      <p className={styles['line']}>
        <span className={styles['terms']}>
          <Num kind="price" value={fill.price} places={terms.pricePlaces} />
          {' × '}
          <Num kind="amount" value={fill.quantity} places={terms.quantityPlaces} unit={terms.base} />
        </span>
        <span className={styles['soft']}>
          {`${t('orders.fee')} `}
          <Num kind="amount" value={fill.fee} places={8} unit={fill.feeCurrency} />
        </span>
      </p>
    </div>
  );
}
