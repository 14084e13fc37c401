import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Withdraw.module.css';

/** The form or a withdrawal while it loads. */
export function WithdrawLoading() {
  return (
    <Loading>
      <div className={styles['stack']}>
        <Skeleton shape="block" height={56} />
        <Skeleton shape="block" height={46} />
        <Skeleton shape="block" height={46} />
        <Skeleton width="70%" />
        <Skeleton width="50%" />
      </div>
    </Loading>
  );
}
