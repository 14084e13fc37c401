import type { ReactNode } from 'react';
import styles from './KeyValue.module.css';

type KeyValueProps = { items: readonly { label: string; value: ReactNode }[] };

/** Labels at the start, soft; figures at the end, bright. */
export function KeyValue({ items }: KeyValueProps) {
  return (
    <dl className={styles['list']}>
      {items.map((item) => (
        <div key={item.label} className={styles['row']}>
          <dt>{item.label}</dt>
          <dd className={styles['value']}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
