import { useTranslation } from 'react-i18next';
import type { WriteStatus } from './useMoneyMutation.ts';

/** Message of a form after a lost answer, while the outcome is being determined. */
export function useCheckingText(status: WriteStatus): string | undefined {
  const { t } = useTranslation('forms');
  return status === 'checking' ? t('checking') : undefined;
}
