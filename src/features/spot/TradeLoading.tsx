import { TradingColumns } from '../../domain/charts/TradingLayout.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Trade.module.css';

const FIELDS = 6;
const LEVELS = 16;

/** The trade screen before its market is known, in its real shape. */
export function TradeLoading() {
  return (
    <Loading>
      <Skeleton height={30} />
      <TradingColumns>
        <div className={styles['stack']}>
          {Array.from({ length: FIELDS }, (_, index) => (
            <Skeleton key={index} shape="block" height={44} />
          ))}
        </div>
        <div className={styles['stack']}>
          {Array.from({ length: LEVELS }, (_, index) => (
            <Skeleton key={index} height={14} />
          ))}
        </div>
      </TradingColumns>
    </Loading>
  );
}
