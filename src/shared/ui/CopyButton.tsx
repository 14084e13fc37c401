import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import styles from './CopyRow.module.css';
import { IconButton } from './IconButton.tsx';
import { useCopy } from './useCopy.ts';

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
