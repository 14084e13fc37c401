import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InstallSteps } from '../../domain/install/InstallSteps.tsx';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { useInstallOffer } from './useInstallOffer.ts';

/** Offers to add the app to the home screen once the user uses it. A refusal holds for 30 days. */
export function InstallSheet() {
  const { isOpen, ...offer } = useInstallOffer();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    // Without its texts, the prompt waits for another day.
    Promise.all(['settings', 'forms'].map(loadNamespace)).then(
      () => setReady(true),
      () => undefined,
    );
  }, [isOpen]);
  return isReady ? <Offer isOpen={isOpen} {...offer} /> : null;
}

function Offer({ isOpen, way, dismiss, accept }: ReturnType<typeof useInstallOffer>) {
  const { t } = useTranslation('settings');
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={dismiss}
      title={t('install.title')}
      description={t('install.why')}
      footer={
        <>
          <Button kind="ghost" onClick={dismiss}>
            {t('install.later')}
          </Button>
          {way === 'prompt' && <Button onClick={() => void accept()}>{t('install.action')}</Button>}
        </>
      }
    >
      <InstallSteps way={way} />
    </Sheet>
  );
}
