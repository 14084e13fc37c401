import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Page.module.css';

type PageProps = {
  children: ReactNode;
  /** A NavBar or another bar; stays at the top. */
  header?: ReactNode;
  /** The one thing to do here, at the thumb; stays at the bottom. */
  footer?: ReactNode;
  /** Without the margins at the sides, for lists and charts that go from edge to edge. */
  isFlush?: boolean;
  /** Takes the whole of a wide screen instead of a phone's column, because it has something to put there. */
  isWide?: boolean;
};

/** A screen: a bar at the top, its content, and what stays at the bottom. The document scrolls, not the screen. */
export function Page({ children, header, footer, isFlush = false, isWide = false }: PageProps) {
  return (
    <div className={styles['page']} data-wide={isWide || undefined}>
      {header}
      <main className={classNames(styles['main'], isFlush && styles['flush'])}>{children}</main>
      {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
    </div>
  );
}
