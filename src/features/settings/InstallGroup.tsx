import { CircleCheck, ChevronRight, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InstallSteps } from '../../domain/install/InstallSteps.tsx';
import { useInstallWay } from '../../domain/install/useInstallWay.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import styles from './Settings.module.css';
import { SettingsGroup } from './SettingsGroup.tsx';

/** Putting the app on the home screen: by the browser's own question, by hand, or told that it is there. */
export function InstallGroup() {
  const { t } = useTranslation('settings');
  const { way, install } = useInstallWay();
  const [isOpen, setOpen] = useState(false);
  if (way === 'installed') {
    return (
      <SettingsGroup title={t('install.heading')}>
        <ListRow
          start={<CircleCheck aria-hidden />}
          title={t('install.installed')}
          detail={t('install.installedDetail')}
        />
      </SettingsGroup>
    );
  }
  return (
    <SettingsGroup title={t('install.heading')}>
      <ListRow
        start={<Download aria-hidden />}
        title={t('install.title')}
        detail={t('install.why')}
        onPress={() => (way === 'prompt' ? void install() : setOpen(true))}
        end={
          <span className={styles['end']}>
            <ChevronRight aria-hidden />
          </span>
        }
      />
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t('install.title')} description={t('install.why')}>
        <InstallSteps way={way} />
      </Sheet>
    </SettingsGroup>
  );
}
