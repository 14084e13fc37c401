import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export type DrawingName = 'list' | 'search' | 'coins' | 'lock' | 'talk' | 'place';

/** One style: soft outlines and one accented element, on 96 by 72. */
const DRAWINGS: Readonly<Record<DrawingName, ReactNode>> = {
  list: (
    <>
      <rect x="22" y="10" width="52" height="54" rx="6" />
      <path d="M34 24h28M34 36h28M34 48h14" />
      <path className={styles['accent']} d="M60 56l6 6 12-14" />
    </>
  ),
  search: (
    <>
      <path d="M14 20h30M14 36h18M14 52h24" />
      <circle className={styles['accent']} cx="60" cy="34" r="16" />
      <path className={styles['accent']} d="M72 46l12 12" />
    </>
  ),
  coins: (
    <>
      <ellipse cx="38" cy="52" rx="22" ry="8" />
      <path d="M16 42v10M60 42v10M16 32v10M60 32v10" />
      <path d="M16 42c0 4.4 9.800 8 22 8s22-3.6 22-8" />
      <ellipse cx="38" cy="32" rx="22" ry="8" />
      <circle className={styles['accent']} cx="70" cy="22" r="12" />
      <path className={styles['accent']} d="M70 16v12M64 22h12" />
    </>
  ),
  lock: (
    <>
      <rect x="26" y="30" width="44" height="34" rx="6" />
      <path d="M36 30v-8a12 12 0 0 1 24 0v8" />
      <circle className={styles['accent']} cx="48" cy="45" r="4" />
      <path className={styles['accent']} d="M48 49v6" />
    </>
  ),
  talk: (
    <>
      <path d="M18 12h40a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6H34L22 52V42h-4a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6z" />
      <path d="M24 22h26M24 32h16" />
      <path className={styles['accent']} d="M72 28h6a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6h-3v8l-9-8H50" />
    </>
  ),
  place: (
    <>
      <path d="M12 24l22-8 28 8 22-8v40l-22 8-28-8-22 8z" />
      <path d="M34 16v40M62 24v40" />
      <path className={styles['accent']} d="M48 46s-11-11-11-19a11 11 0 0 1 22 0c0 8-11 19-11 19z" />
      <circle className={styles['accent']} cx="48" cy="27" r="3" />
    </>
  ),
};

/** Drawing of an empty state. */
export function EmptyDrawing({ name }: { name: DrawingName }) {
  return (
    <svg viewBox="0 0 96 72" className={styles['drawing']}>
      {DRAWINGS[name]}
    </svg>
  );
}
