import { useTranslation } from 'react-i18next';
import { LoadingBar } from '../../shared/ui/LoadingBar.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { UpdateBanner } from './UpdateBanner.tsx';
import { useIsLoading } from './useIsLoading.ts';

/** How the app itself stands, above every page: what loads, the line to the exchange, a new version. A landmark, so that it can be found at any time. */
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
