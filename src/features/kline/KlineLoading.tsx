import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Kline.module.css';

/** The K-line before its market is known, in its real shape. */
export function KlineLoading() {
  return (
    <Loading>
      <div className={styles['loading']}>
        <Skeleton width="55%" height={34} />
        <Skeleton width="35%" />
        <Skeleton shape="block" height={340} />
      </div>
    </Loading>
  );
}
