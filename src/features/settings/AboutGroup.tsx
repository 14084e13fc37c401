import { useTranslation } from 'react-i18next';
import { COMMIT, VERSION } from '../../shared/config/version.ts';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import styles from './Settings.module.css';
import { SettingsGroup } from './SettingsGroup.tsx';

/** Which version of the app this is, to be told to whoever helps. */
export function AboutGroup() {
  const { t } = useTranslation('settings');
  return (
    <SettingsGroup title={t('about.title')}>
      <div className={styles['figures']}>
        <CopyRow label={t('about.version')} value={`${VERSION} (${COMMIT})`} look="whole" />
      </div>
    </SettingsGroup>
  );
}
