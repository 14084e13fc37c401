import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Deposit.module.css';

/** The page while its terms load. */
export function DepositLoading() {
  return (
    <Loading>
      <div className={styles['stack']}>
        <Skeleton height={36} />
        <Skeleton height={36} />
        <div className={styles['qr']}>
          <Skeleton width={200} height={200} />
        </div>
        <Skeleton height={52} />
        <Skeleton width="60%" />
      </div>
    </Loading>
  );
}
