import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './KeyValue.module.css';

type Item = {
  label: string;
  value: ReactNode;
  /** Beside the label. */
  beside?: ReactNode;
  /** The value has its own line from the start, so that content below does not move when it grows. */
  hasOwnLine?: boolean;
  /** Never wraps, so that content below does not move when the value grows; its unit, then the label, give way. */
  isOneLine?: boolean;
};
type KeyValueProps = { items: readonly Item[] };

/** Labels at the start, muted; figures at the end, bright. */
export function KeyValue({ items }: KeyValueProps) {
  return (
    <dl>
      {items.map((item) => (
        <div key={item.label} className={classNames(styles['row'], item.isOneLine === true && styles['oneLine'])}>
          <dt>
            {item.label}
            {item.beside !== undefined && <> {item.beside}</>}
          </dt>
          <dd className={classNames(styles['value'], item.hasOwnLine === true && styles['ownLine'])}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
