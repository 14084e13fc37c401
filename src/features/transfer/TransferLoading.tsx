import { Loading } from '../../shared/ui/Loading.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './Transfer.module.css';

const FIELDS = ['from', 'to', 'coin', 'amount'];

/** The form before it is known what can be moved. */
export function TransferLoading() {
  return (
    <Loading>
      <div className={styles['form']}>
        {FIELDS.map((field) => (
          <div key={field} className={styles['field']}>
            <Skeleton width="30%" />
            <Skeleton shape="block" height={46} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
