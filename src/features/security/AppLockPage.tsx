import { useTranslation } from 'react-i18next';
import { canHashPin } from '../../domain/app-lock/pin.ts';
import { useLock } from '../../domain/app-lock/useLock.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { AppLockSettings } from './AppLockSettings.tsx';
import { NewAppLock } from './NewAppLock.tsx';
import styles from './Security.module.css';

/** The lock of the app on this device: turned on, set and turned off. Works without a connection. */
export function AppLockPage() {
  const { t } = useTranslation('security');
  const back = useBack();
  const lock = useLock();
  return (
    <Page header={<NavBar title={t('lock.title')} onBack={back} />}>
      <div className={styles['stack']}>
        <p className={styles['note']}>{t('lock.explain')}</p>
        <p className={styles['note']}>{t('lock.tries')}</p>
        <p className={styles['note']}>{t('lock.honest')}</p>
        {lock !== undefined && <AppLockSettings lock={lock} />}
        {lock === undefined && (canHashPin() ? <NewAppLock /> : <p role="alert">{t('lock.insecure')}</p>)}
      </div>
    </Page>
  );
}
