import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { showToast } from './toastQueue.ts';

type PasteButtonProps = {
  /** Longest text that is taken. */
  maxLength: number;
  onPaste: (text: string) => void;
};

/** Reads the clipboard into a field, where browsers allow it. */
export function PasteButton({ maxLength, onPaste }: PasteButtonProps) {
  const { t } = useTranslation('forms');
  // Absent over plain HTTP and in some browsers.
  const clipboard = navigator.clipboard as Partial<Clipboard> | undefined;
  if (clipboard?.readText === undefined) return null;
  const paste = async () => {
    const text = await clipboard.readText?.().catch(() => undefined);
    if (text === undefined) showToast({ kind: 'error', text: t('paste.failed') });
    else if (text.trim() !== '') onPaste(text.trim().slice(0, maxLength));
  };
  return (
    <Button kind="quiet" size="small" onClick={() => void paste()}>
      {t('paste.action')}
    </Button>
  );
}
