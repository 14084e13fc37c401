import type { ReactNode } from 'react';
import styles from './Frame.module.css';

type FrameProps = {
  children: ReactNode;
  /** The tab bar, if any. */
  tabBar?: ReactNode;
};

/**
 * The column of a phone: full width on phones, centred on wide screens. Holds one Page, and the tab bar below it or, on
 * a desktop, at the side.
 */
export function Frame({ children, tabBar }: FrameProps) {
  return (
    <div className={styles['frame']}>
      <div className={styles['column']}>{children}</div>
      {tabBar}
    </div>
  );
}
