import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/errorText.ts';
import { Button } from './Button.tsx';
import styles from './CopyRow.module.css';
import { IconButton } from './IconButton.tsx';
import { showToast } from './toastQueue.ts';

type CopyButtonProps = {
  text: string;
  /** Name of the value, as shown beside it: "Deposit address". */
  what: string;
  /** `icon`: beside a value. `words`: "Copy", on a button of its own. */
  look?: 'icon' | 'words';
  /** The clipboard is unavailable: the place to select the text. */
  onFailure?: () => void;
};

/** Copies a text to the clipboard and confirms it. */
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

/** Copies and confirms. If that fails, `onFailure` selects the text for the user to copy. */
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

/** Copies a text to the device's clipboard. */

/** Returns whether it succeeded. Insecure pages and old browsers can only copy a selection. */
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
  // A keyboard that opens for a moment would shift the page.
  carrier.readOnly = true;
  carrier.style.cssText = 'position: fixed; inset-block-start: 0; opacity: 0';
  // Inside an open sheet, which keeps the focus within itself.
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
