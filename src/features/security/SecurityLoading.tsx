import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Security.module.css';

/** A form before it is known what it asks for. */
export function SecurityLoading({ rows }: { rows: number }) {
  return (
    <Loading>
      <div className={styles['stack']}>
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={52} />
        ))}
      </div>
    </Loading>
  );
}
