import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './ActionLinks.module.css';

/** Where one of the actions leads. */
export type ActionLink = {
  readonly icon: ReactNode;
  readonly label: string;
  readonly to: string;
};

type ActionLinksProps = {
  /** What the actions are about, for screen readers. */
  label: string;
  items: readonly ActionLink[];
};

/** The few things one does with what a card shows, side by side, each an icon over its word. */
export function ActionLinks({ label, items }: ActionLinksProps) {
  return (
    <div role="group" aria-label={label} className={styles['row']}>
      {items.map((item) => (
        <Link key={item.to} to={item.to} className={styles['action']}>
          <span className={styles['icon']} aria-hidden="true">
            {item.icon}
          </span>
          <span className={styles['word']}>{item.label}</span>
        </Link>
      ))}
    </div>
  );
}
