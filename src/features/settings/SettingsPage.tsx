import { ChevronRight, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOrderConfirmation } from '../../domain/preferences/usePreferences.ts';
import { COMMIT, VERSION } from '../../shared/config/version.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
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

const TERMS = ['userAgreement', 'privacy'] as const;

/** How the user wants the app, what it keeps on the device, and the way out. Nobody has to be logged in. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  const back = useBack();
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />} isWide>
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

/** What was agreed to, what is kept, and which version of the app this is, to be told to whoever helps. */
function AboutGroup() {
  const { t } = useTranslation('settings');
  const { t: tShell } = useTranslation('shell');
  return (
    <SettingsGroup title={t('about.title')}>
      {TERMS.map((page) => (
        <ListRow
          key={page}
          start={<FileText aria-hidden />}
          title={tShell(`titles.${page}`)}
          to={paths[page]()}
          end={
            <span className={styles['end']}>
              <ChevronRight aria-hidden />
            </span>
          }
        />
      ))}
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
