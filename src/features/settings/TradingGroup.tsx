import { useTranslation } from 'react-i18next';
import { useOrderConfirmation } from '../../domain/preferences/usePreferences.ts';
import { Switch } from '../../shared/ui/Switch.tsx';
import styles from './Settings.module.css';
import { SettingsGroup } from './SettingsGroup.tsx';

/** How orders are placed. */
export function TradingGroup() {
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
