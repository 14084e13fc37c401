import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

type EmptyStateProps = {
  /** One sentence: what would be here. */
  text: ReactNode;
  icon?: ReactNode;
  /** One thing to do about it. */
  action?: ReactNode;
};

/** Where a list has nothing in it. */
export function EmptyState({ text, icon, action }: EmptyStateProps) {
  return (
    <div className={styles['state']}>
      {icon !== undefined && (
        <span className={styles['icon']} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles['text']}>{text}</p>
      {action}
    </div>
  );
}
