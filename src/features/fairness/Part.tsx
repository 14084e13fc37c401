import { type ReactNode, useCallback, useId } from 'react';
import { decimal } from '@halyard/contract/money';
import { formatAgo } from '../../shared/format/relativeTime.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useLocale } from '../../shared/format/useLocale.ts';
import styles from './Fairness.module.css';

/** A section of the page with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Formats how long ago an instant was (device clock, Unix milliseconds). */
export function useAgo(): (atMs: number) => string {
  const locale = useLocale();
  return useCallback((atMs) => formatAgo(Date.now() - atMs, locale), [locale]);
}

/** Formats a whole number. */
export function useCount(): (count: number) => string {
  const format = useFormat();
  return useCallback((count) => format.quantity(decimal(String(count)), 0), [format]);
}
