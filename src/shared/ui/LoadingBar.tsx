import { useTranslation } from 'react-i18next';
import styles from './LoadingBar.module.css';

/**
 * A line that runs along the top edge while something loads; it waits 150 ms, so that what is quick does not flicker.
 */
export function LoadingBar({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('common');
  return isActive ? <div role="progressbar" aria-label={t('ui.loading')} className={styles['bar']} /> : null;
}
