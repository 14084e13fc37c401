import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../shared/realtime/useIsOnline.ts';
import { useConnection } from '../../shared/realtime/useRealtime.ts';
import { Banner } from '../../shared/ui/Banner.tsx';

/** Says so while the exchange cannot be heard. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell');
  const isOnline = useIsOnline();
  const { state } = useConnection();
  if (!isOnline) return <Banner kind="offline" text={t('offline.banner')} />;
  return state === 'offline' ? <Banner kind="offline" text={t('offline.unreachable')} /> : null;
}
