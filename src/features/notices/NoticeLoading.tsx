import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Notices.module.css';

/** A notice on its way. */
export function NoticeLoading() {
  return (
    <div className={styles['row']}>
      <span className={styles['mark']} />
      <span className={styles['words']}>
        <Skeleton width="60%" />
        <Skeleton width="90%" />
        <Skeleton width="30%" />
      </span>
    </div>
  );
}
