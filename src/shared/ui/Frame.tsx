import type { ReactNode } from 'react';
import styles from './Frame.module.css';

type FrameProps = {
  children: ReactNode;
  /** The tab bar, where there is one. */
  tabBar?: ReactNode;
};

/**
 * The column of a phone: the whole width on phones, centred on wide screens. Holds one Page, and the tab bar below it
 * or, on a desktop, at the side.
 */
export function Frame({ children, tabBar }: FrameProps) {
  return (
    <div className={styles['frame']}>
      <div className={styles['column']}>{children}</div>
      {tabBar}
    </div>
  );
}
