import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Page.module.css';

type PageProps = {
  children: ReactNode;
  /** A NavBar or another bar; stays at the top. */
  header?: ReactNode;
  /** The main action; stays at the bottom. */
  footer?: ReactNode;
  /** Without side margins, for lists and charts that span the width. */
  isFlush?: boolean;
  /** Uses the full width of a wide screen instead of a phone's column. */
  isWide?: boolean;
};

/** A screen: a bar at the top, its content, and a fixed footer. The document scrolls, not the screen. */
export function Page({ children, header, footer, isFlush = false, isWide = false }: PageProps) {
  return (
    <div className={styles['page']} data-wide={isWide || undefined}>
      {header}
      <main className={classNames(styles['main'], isFlush && styles['flush'])}>{children}</main>
      {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
    </div>
  );
}
