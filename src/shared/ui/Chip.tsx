import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Chip.module.css';

type ChipProps = { children: ReactNode; tone?: 'neutral' | 'warn' | 'accent'; hasDot?: boolean };

/** A short label in a capsule. */
export function Chip({ children, tone = 'neutral', hasDot = false }: ChipProps) {
  return (
    <span className={classNames(styles['chip'], styles[tone])}>
      {hasDot && <i className={styles['dot']} aria-hidden="true" />}
      {children}
    </span>
  );
}
