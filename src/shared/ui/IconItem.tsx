import type { ReactNode } from 'react';
import styles from './IconItem.module.css';

type IconItemProps = {
  icon: ReactNode;
  name: string;
  /** Below the name, one line each. */
  details: ReactNode;
  /** A button or a mark at the end; below the words where a phone has no room. */
  end?: ReactNode;
};

/** A list entry such as a device or a key, with its details and actions. */
export function IconItem({ icon, name, details, end }: IconItemProps) {
  return (
    <li className={styles['item']}>
      {icon}
      <div className={styles['content']}>
        <div className={styles['words']}>
          <span className={styles['name']}>{name}</span>
          <div className={styles['details']}>{details}</div>
        </div>
        {end}
      </div>
    </li>
  );
}
