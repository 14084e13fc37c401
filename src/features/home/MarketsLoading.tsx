import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Home.module.css';

const ROWS = 6;

/** The markets before they are known. */
export function MarketsLoading() {
  return (
    <Loading>
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className={styles['row']}>
          <div className={styles['rowLink']}>
            <Skeleton shape="circle" width={32} height={32} />
            <Skeleton width="70%" />
            <span className={styles['sparkline']}>
              <Skeleton width={50} />
            </span>
            <Skeleton width="80%" />
            <Skeleton width="100%" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
