import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './ActionLinks.module.css';

/** Target of an action. */
export type ActionLink = {
  readonly icon: ReactNode;
  readonly label: string;
  readonly to: string;
};

type ActionLinksProps = {
  /** Subject of the actions, for screen readers. */
  label: string;
  items: readonly ActionLink[];
};

/** Actions on a card's content, side by side, each an icon above its label. */
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
