import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Frame.module.css';

type FrameProps = {
  children: ReactNode;
  /** The tab bar, if any. */
  tabBar?: ReactNode;
};

/**
 * The column of a phone: full width on phones, centred on wide screens, and on a desktop beside the links of its
 * section. Holds one Page, and the tab bar below it or, on a desktop, at the side.
 */
export function Frame({ children, tabBar }: FrameProps) {
  return (
    <div className={styles['frame']}>
      <div className={styles['column']}>{children}</div>
      {tabBar}
    </div>
  );
}

/** A line along the top edge while something loads; appears after 200 ms, so that fast loads do not flicker. */
export function LoadingBar({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('common');
  return isActive ? <div role="progressbar" aria-label={t('ui.loading')} className={styles['bar']} /> : null;
}
