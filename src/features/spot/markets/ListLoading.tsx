import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import styles from './ListLoading.module.css';

const ROWS = 8;

/** The list of markets before it is there, in its real shape. */
export function ListLoading() {
  return (
    <Loading>
      <div className={styles['rows']}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} shape="block" height={40} />
        ))}
      </div>
    </Loading>
  );
}
