import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';

// Fields and switches are larger than the rest of the page.
const Settings = lazyPart(async () => (await import('./Settings.tsx')).Settings);

type SettingsSheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Chart settings; their code loads on first open. */
export function SettingsSheet({ isOpen, onOpenChange }: SettingsSheetProps) {
  const { t } = useTranslation('kline');
  const waiting = (
    <Loading>
      <Skeleton shape="block" height={320} />
    </Loading>
  );
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('settings.open')}>
      <Suspense fallback={waiting}>
        <Settings />
      </Suspense>
    </Sheet>
  );
}
