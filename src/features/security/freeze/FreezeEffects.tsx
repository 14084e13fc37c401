import { useTranslation } from 'react-i18next';
import styles from './Freeze.module.css';

/** What a freeze does, before it is done. */
export function FreezeEffects({ keepsThisDevice }: { keepsThisDevice: boolean }) {
  const { t } = useTranslation('safety');
  return (
    <>
      <p>{t('freeze.explain')}</p>
      <ul className={styles['list']}>
        <li>{t(keepsThisDevice ? 'freeze.otherSessions' : 'freeze.sessions')}</li>
        <li>{t('freeze.withdrawals')}</li>
        <li>{t('freeze.trading')}</li>
      </ul>
      <p className={styles['note']}>{t('freeze.undo')}</p>
    </>
  );
}
