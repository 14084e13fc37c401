import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/errorText.ts';
import { Button } from './Button.tsx';
import styles from './CopyRow.module.css';
import { IconButton } from './IconButton.tsx';
import { showToast } from './toastQueue.ts';

type CopyButtonProps = {
  text: string;
  /** What is copied, as it is called beside it: "Deposit address". */
  what: string;
  /** `icon`: beside a value. `words`: "Copy", on a button of its own. */
  look?: 'icon' | 'words';
  /** The clipboard is out of reach: the place to select the text in. */
  onFailure?: () => void;
};

/** Puts a text on the clipboard and says whether it is there. */
export function CopyButton({ text, what, look = 'icon', onFailure }: CopyButtonProps) {
  const { t } = useTranslation('forms');
  const copy = useCopy(onFailure);
  const press = () => void copy(text);
  const label = t('copy.what', { what });
  if (look === 'icon') {
    return <IconButton className={styles['copy']} icon={<Copy aria-hidden />} label={label} onClick={press} />;
  }
  return (
    <Button kind="ghost" aria-label={label} onClick={press}>
      {t('copy.action')}
    </Button>
  );
}

/** Copies and says so. Where it cannot be done, `onFailure` selects the text so that the user can. */
function useCopy(onFailure?: () => void): (text: string) => Promise<void> {
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

/** Puts a text on the device's clipboard. */

/**
 * Gives back whether it is there. Pages that were not served securely, and old browsers, have only the selection's own
 * copy.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const held = document.activeElement;
  const carrier = document.createElement('textarea');
  carrier.value = text;
  // A keyboard that opens for a moment would shake the page.
  carrier.readOnly = true;
  carrier.style.cssText = 'position: fixed; inset-block-start: 0; opacity: 0';
  // Inside an open sheet, which lets nothing outside itself have the focus.
  (held?.closest('[role="dialog"]') ?? document.body).append(carrier);
  try {
    carrier.focus({ preventScroll: true });
    carrier.select();
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies where the clipboard is out of reach
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    carrier.remove();
    if (held instanceof HTMLElement) held.focus({ preventScroll: true });
  }
}
