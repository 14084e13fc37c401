import { useTranslation } from 'react-i18next';
import styles from './LoadingBar.module.css';

/** A line along the top edge while something loads; appears after 150 ms, so that fast loads do not flicker. */
export function LoadingBar({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('common');
  return isActive ? <div role="progressbar" aria-label={t('ui.loading')} className={styles['bar']} /> : null;
}
