import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Announces that the content of its skeletons is loading. */
export function Loading({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      {children}
    </div>
  );
}
