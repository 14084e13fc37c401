import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/errorText.ts';
import { copyText } from './copyText.ts';
import { showToast } from './toastQueue.ts';

/** Copies and says so. Where it cannot be done, `onFailure` selects the text so that the user can. */
export function useCopy(onFailure?: () => void): (text: string) => Promise<void> {
  const { t } = useTranslation('forms');
  return async (text) => {
    if (await copyText(text)) {
      showToast({ kind: 'success', text: t('copy.done') });
      return;
    }
    showToast({ kind: 'error', text: errorText('COPY_FAILED') });
    onFailure?.();
  };
}
