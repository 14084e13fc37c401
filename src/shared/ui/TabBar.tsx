import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './TabBar.module.css';

export type TabBarItem = { to: string; label: string; icon: ReactNode; isActive: boolean };

type TabBarProps = {
  /** Name of the bar, for screen readers. */
  label: string;
  items: readonly TabBarItem[];
};

/** Main pages of the app, at the bottom of the screen. */
export function TabBar({ label, items }: TabBarProps) {
  return (
    <nav aria-label={label} className={styles['bar']}>
      {items.map((item) => (
        <Link key={item.to} to={item.to} className={styles['tab']} aria-current={item.isActive ? 'page' : undefined}>
          {item.icon}
          <span className={styles['label']}>{item.label}</span>
        </Link>
      ))}
    </nav>
  );
}
