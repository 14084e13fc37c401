import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Help.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Help before it is there. */
export function HelpLoading() {
  return (
    <Loading>
      {ROWS.map((row) => (
        <div key={row} className={styles['row']}>
          <span className={styles['words']}>
            <Skeleton width="50%" />
            <Skeleton width="85%" />
          </span>
        </div>
      ))}
    </Loading>
  );
}
