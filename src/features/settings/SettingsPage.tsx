import { useTranslation } from 'react-i18next';
import { useBack } from '../../shared/navigation/useBack.ts';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { AboutGroup } from './AboutGroup.tsx';
import { AccountGroup } from './AccountGroup.tsx';
import { AppearanceGroup } from './AppearanceGroup.tsx';
import { InstallGroup } from './InstallGroup.tsx';
import { LogOut } from './LogOut.tsx';
import { NotificationsGroup } from './NotificationsGroup.tsx';
import { OutboxGroup } from './OutboxGroup.tsx';
import styles from './Settings.module.css';
import { StorageGroup } from './storage/StorageGroup.tsx';
import { TradingGroup } from './TradingGroup.tsx';

/** How the user wants the app, what it keeps on the device, and the way out. Nobody has to be logged in. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  const back = useBack();
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />}>
      <div className={styles['groups']}>
        <AccountGroup />
        <AppearanceGroup />
        <TradingGroup />
        <NotificationsGroup />
        <InstallGroup />
        <StorageGroup />
        <OutboxGroup />
        <AboutGroup />
        <LogOut />
      </div>
    </Page>
  );
}
