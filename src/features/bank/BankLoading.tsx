import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Bank.module.css';

/** The card or its form while it loads. */
export function BankLoading() {
  return (
    <Loading>
      <div className={styles['stack']}>
        <Skeleton shape="block" height={120} />
        <Skeleton shape="block" height={52} />
        <Skeleton shape="block" height={52} />
        <Skeleton width="60%" />
      </div>
    </Loading>
  );
}
