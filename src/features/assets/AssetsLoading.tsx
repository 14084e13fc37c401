import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Assets.module.css';

const ROWS = 5;

/** The coin list while it loads. */
export function AssetsLoading() {
  return (
    <Loading>
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className={styles['row']}>
          <Skeleton shape="circle" width={32} height={32} />
          <Skeleton width="40%" />
        </div>
      ))}
    </Loading>
  );
}
