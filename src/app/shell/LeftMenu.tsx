import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { SideMenu } from '../../shared/ui/SideMenu.tsx';

// Rarely opened; the first screen loads without it.
const LeftMenuContent = lazyPart(async () => (await import('./LeftMenuContent.tsx')).LeftMenuContent);

type LeftMenuProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Left menu; closes after a navigation. */
export function LeftMenu({ isOpen, onOpenChange }: LeftMenuProps) {
  const { t } = useTranslation('shell');
  const { key } = useLocation();
  useEffect(() => {
    onOpenChange(false);
  }, [key, onOpenChange]);
  return (
    <SideMenu isOpen={isOpen} onOpenChange={onOpenChange} title={t('menu.title')}>
      <Suspense fallback={null}>
        <LeftMenuContent onDone={() => onOpenChange(false)} />
      </Suspense>
    </SideMenu>
  );
}
