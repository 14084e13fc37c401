import type { ReactNode } from 'react';
import styles from './IconItem.module.css';

type IconItemProps = {
  icon: ReactNode;
  name: string;
  /** Under the name, a line each. */
  details: ReactNode;
  /** Under the details: marks, buttons. */
  children?: ReactNode;
  /** A button at the end. */
  end?: ReactNode;
};

/** A thing of the user's in a list, a device or a key, with what is known of it and done with it. */
export function IconItem({ icon, name, details, children, end }: IconItemProps) {
  return (
    <li className={styles['item']}>
      {icon}
      <div className={styles['words']}>
        <span className={styles['name']}>{name}</span>
        <div className={styles['details']}>{details}</div>
        {children}
      </div>
      {end}
    </li>
  );
}
