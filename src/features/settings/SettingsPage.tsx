import { useTranslation } from 'react-i18next';
import { useOrderConfirmation } from '../../domain/preferences/usePreferences.ts';
import { COMMIT, VERSION } from '../../shared/config/version.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import { AccountGroup } from './AccountGroup.tsx';
import { AppearanceGroup } from './AppearanceGroup.tsx';
import { InstallGroup } from './InstallGroup.tsx';
import { LogOut } from './LogOut.tsx';
import { NotificationsGroup } from './NotificationsGroup.tsx';
import { OutboxGroup } from './OutboxGroup.tsx';
import styles from './Settings.module.css';
import { SettingsGroup } from './SettingsGroup.tsx';
import { StorageGroup } from './storage/StorageGroup.tsx';

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

/** Which version of the app this is, to be told to whoever helps. */
function AboutGroup() {
  const { t } = useTranslation('settings');
  return (
    <SettingsGroup title={t('about.title')}>
      <div className={styles['figures']}>
        <CopyRow label={t('about.version')} value={`${VERSION} (${COMMIT})`} look="whole" />
      </div>
    </SettingsGroup>
  );
}

/** How orders are placed. */
function TradingGroup() {
  const { t } = useTranslation('settings');
  const { confirmsOrders, choose } = useOrderConfirmation();
  return (
    <SettingsGroup title={t('trading.title')}>
      <div className={styles['switch']}>
        <Switch label={t('trading.confirms')} isOn={confirmsOrders} onChange={choose} />
      </div>
    </SettingsGroup>
  );
}
