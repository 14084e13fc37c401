import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router-dom';
import { hasActivity, subscribeActivity } from '../../shared/api/activity.ts';
import { useIsOnline } from '../../shared/realtime/useIsOnline.ts';
import { useConnection } from '../../shared/realtime/useRealtime.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { LoadingBar } from '../../shared/ui/LoadingBar.tsx';
import { UpdateBanner } from './UpdateBanner.tsx';

/**
 * How the app itself stands, above every page: what loads, the line to the exchange, a new version. A landmark, so that
 * it can be found at any time.
 */
export function AppStatus() {
  const { t } = useTranslation('shell');
  return (
    <aside aria-label={t('status')}>
      <LoadingBar isActive={useIsLoading()} />
      <ConnectionBanner />
      <UpdateBanner />
    </aside>
  );
}

/** Says so while the exchange cannot be heard. */
function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const isOnline = useIsOnline();
  const { state } = useConnection();
  if (!isOnline) return <Banner kind="offline" text={t('offline.banner')} />;
  return state === 'offline' ? <Banner kind="offline" text={t('offline.unreachable')} /> : null;
}

/** Whether a page or a call is on its way. */
function useIsLoading(): boolean {
  const isCalling = useSyncExternalStore(subscribeActivity, hasActivity);
  return useNavigation().state === 'loading' || isCalling;
}
