import { useId, type ReactNode } from 'react';
import styles from './Settings.module.css';

type SettingsGroupProps = { title: string; children: ReactNode };

/** A group of settings with a heading. */
export function SettingsGroup({ title, children }: SettingsGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['group']}>
      <h2 id={id} className={styles['heading']}>
        {title}
      </h2>
      <div className={styles['surface']}>{children}</div>
    </section>
  );
}
