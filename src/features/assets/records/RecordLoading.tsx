import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './Records.module.css';

/** A row while it loads. */
export function RecordLoading() {
  return (
    <div className={styles['row']}>
      <span className={styles['icon']} />
      <span className={styles['words']}>
        <Skeleton width="45%" />
        <Skeleton width="60%" />
      </span>
      <Skeleton width="25%" />
    </div>
  );
}
