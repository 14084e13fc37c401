import { useTranslation } from 'react-i18next';
import type { WriteStatus } from '../money-writes/useMoneyMutation.ts';

/** What a form says while an answer is lost and the outcome is being looked for. */
export function useCheckingText(status: WriteStatus): string | undefined {
  const { t } = useTranslation('forms');
  return status === 'checking' ? t('checking') : undefined;
}
