import { TradingColumns } from '../../domain/charts/TradingLayout.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Futures.module.css';

const FIELDS = 6;

/** The screen before its market is known, in its real shape. */
export function FuturesLoading() {
  return (
    <Loading>
      <div className={styles['loading']}>
        <Skeleton height={28} />
        <TradingColumns ticket="wide">
          <div className={styles['stack']}>
            {Array.from({ length: FIELDS }, (_, index) => (
              <Skeleton key={index} shape="block" height={44} />
            ))}
          </div>
          <Skeleton shape="block" height={300} />
        </TradingColumns>
      </div>
    </Loading>
  );
}
