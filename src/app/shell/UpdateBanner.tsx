import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsBusy } from '../../shared/pwa/busy.ts';
import { usePwa } from '../../shared/pwa/usePwa.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { Button } from '../../shared/ui/Button.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';

/**
 * Offers a new version, never while a form is being filled or money is on its way; says once that the app can do
 * without a connection.
 */
export function UpdateBanner() {
  const { t } = useTranslation('shell');
  const { isUpdateAvailable, isOfflineReady, update } = usePwa();
  useEffect(() => {
    if (isOfflineReady) showToast({ kind: 'info', text: t('pwa.offlineReady') });
    // Not again in another language.
  }, [isOfflineReady]); // eslint-disable-line react/exhaustive-deps -- said once, in the language of that moment
  return isUpdateAvailable ? <Offer update={update} /> : null;
}

function Offer({ update }: { update: () => void }) {
  const { t } = useTranslation('shell');
  if (useIsBusy()) return null;
  const action = (
    <Button kind="ghost" size="small" onClick={update}>
      {t('pwa.update')}
    </Button>
  );
  return <Banner kind="info" text={t('pwa.updateAvailable')} action={action} />;
}
