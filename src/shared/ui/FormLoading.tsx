import styles from './FormLoading.module.css';
import { Loading, Skeleton } from './Skeleton.tsx';

const FIELDS = 4;

/** A form of labelled fields while it loads. */
export function FormLoading() {
  return (
    <Loading>
      <div className={styles['form']}>
        {Array.from({ length: FIELDS }, (_, index) => (
          <div key={index} className={styles['field']}>
            <Skeleton width="30%" />
            <Skeleton shape="block" height={46} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
