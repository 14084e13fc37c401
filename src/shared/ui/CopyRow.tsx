import { Copy } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/errorText.ts';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './CopyRow.module.css';
import { IconButton } from './IconButton.tsx';
import { showToast } from './toastQueue.ts';

type CopyRowProps = {
  label: string;
  /** The value to copy. */
  value: string;
  /**
   * `cut`: one line, with the middle left out if it does not fit. `whole`: as many lines as needed, for values that
   * users compare. `groups`: whole and larger, in groups of four characters. `large`: whole, as the main figures of a
   * page.
   */
  variant?: 'cut' | 'whole' | 'groups' | 'large';
  /** A line below the value. */
  note?: string | undefined;
  /** Before the copy button. */
  action?: ReactNode;
};

/** Visible characters at the end: users compare the first and the last ones of an address. */
const TAIL = 8;

/** A value with its label and a copy button. Screen readers and the selection always get the whole value. */
export function CopyRow({ label, value, variant = 'cut', note, action }: CopyRowProps) {
  const text = useRef<HTMLSpanElement>(null);
  // After a failed copy, the whole value is shown and selected.
  const [uncopied, setUncopied] = useState<string>();
  const isGrouped = variant === 'groups';
  const isWhole = variant !== 'cut' || uncopied === value || value.length <= TAIL * 2;
  useLayoutEffect(() => {
    if (uncopied !== undefined) selectContent(text.current);
  }, [uncopied]);
  const fail = () => {
    setUncopied(value);
    selectContent(text.current);
  };
  return (
    <div className={styles['row']}>
      <div className={styles['words']}>
        <span className={styles['label']}>{label}</span>
        {/* Both parts are one text to the selection; a flex box would separate them by a line break. */}
        <span
          ref={text}
          className={classNames(
            styles['value'],
            isGrouped && styles['grouped'],
            variant === 'large' && styles['large'],
            !isWhole && styles['cut'],
          )}
        >
          {!isWhole && <Cut value={value} />}
          {isWhole && (isGrouped ? <Groups value={value} /> : <Whole value={value} />)}
        </span>
        {note !== undefined && <span className={styles['label']}>{note}</span>}
      </div>
      {action}
      <CopyButton text={value} what={label} onFailure={fail} />
    </div>
  );
}

/** From this length on, a value takes several lines. */
const LONG = 48;
const GROUP = 8;
const SMALL_GROUP = 4;
/** Words, and links. */
const BREAKS_ITSELF = /\s|:\/\//;

/** A long value breaks between groups of about the same length, so that no line has a single letter. */
function Whole({ value }: { value: string }) {
  if (value.length < LONG || BREAKS_ITSELF.test(value)) return value;
  const count = Math.floor(value.length / GROUP);
  const startOf = (group: number) => Math.round((group * value.length) / count);
  return Array.from({ length: count }, (_, group) => (
    <span key={startOf(group)} className={styles['group']}>
      {value.slice(startOf(group), startOf(group + 1))}
    </span>
  ));
}

/** An address in groups of four characters, to compare; without spaces in the copied text. */
export function Groups({ value }: { value: string }) {
  return Array.from({ length: Math.ceil(value.length / SMALL_GROUP) }, (_, group) => (
    <span key={group} className={classNames(styles['group'], styles['spaced'])}>
      {value.slice(group * SMALL_GROUP, (group + 1) * SMALL_GROUP)}
    </span>
  ));
}

function Cut({ value }: { value: string }) {
  return (
    <>
      <span className={styles['start']}>{value.slice(0, -TAIL)}</span>
      <span>{value.slice(-TAIL)}</span>
    </>
  );
}

function selectContent(place: HTMLElement | null): void {
  if (place !== null) window.getSelection()?.selectAllChildren(place);
}

type CopyButtonProps = {
  text: string;
  /** Name of the value, as shown beside it: "Deposit address". */
  what: string;
  /** `icon`: beside a value. `words`: "Copy", on a button of its own. */
  variant?: 'icon' | 'words';
  /** The clipboard is unavailable: the place to select the text. */
  onFailure?: () => void;
};

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, what, variant = 'icon', onFailure }: CopyButtonProps) {
  const { t } = useTranslation('forms');
  const copy = useCopy(onFailure);
  const press = () => void copy(text);
  const label = t('copy.what', { what });
  if (variant === 'icon') {
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
