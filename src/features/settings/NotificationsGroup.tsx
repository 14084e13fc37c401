import { Bell, BellPlus, ChevronRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import styles from './Settings.module.css';
import { SettingsGroup } from './SettingsGroup.tsx';

// Opened now and then; the settings do without it.
const PushSettings = lazyPart(async () => (await import('./notifications/PushSettings.tsx')).PushSettings);

/** What the user is told of while the app is closed. */
export function NotificationsGroup() {
  const { t } = useTranslation('settings');
  const { t: tShell } = useTranslation('shell');
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const [isOpen, setOpen] = useState(false);
  // Once opened it stays, so that closing is animated.
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setOpen(true);
    setWasOpened(true);
  };
  // Messages are of the user's own.
  if (!isLoggedIn) return null;
  return (
    <SettingsGroup title={t('notifications.title')}>
      <ListRow
        start={<Bell aria-hidden />}
        title={t('notifications.push')}
        detail={t('notifications.pushDetail')}
        onPress={open}
        end={
          <span className={styles['end']}>
            <ChevronRight aria-hidden />
          </span>
        }
      />
      <ListRow
        start={<BellPlus aria-hidden />}
        title={tShell('titles.priceAlerts')}
        detail={t('notifications.alertsDetail')}
        to={paths.priceAlerts()}
        end={
          <span className={styles['end']}>
            <ChevronRight aria-hidden />
          </span>
        }
      />
      <Suspense fallback={null}>{wasOpened && <PushSettings isOpen={isOpen} onOpenChange={setOpen} />}</Suspense>
    </SettingsGroup>
  );
}
