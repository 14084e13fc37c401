import { useTranslation } from 'react-i18next';
import { useIsBusy } from '../../shared/pwa/busy.ts';
import { usePwa } from '../../shared/pwa/usePwa.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { Button } from '../../shared/ui/Button.tsx';

/** Offers a new version, never while a form is being filled in or money is in transit. */
export function UpdateBanner() {
  const { isUpdateAvailable, update } = usePwa();
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
