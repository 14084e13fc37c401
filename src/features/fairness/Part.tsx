import { useId, type ReactNode } from 'react';
import styles from './Fairness.module.css';

/** A part of the page under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
