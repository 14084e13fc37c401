import { useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './classNames.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './CopyRow.module.css';

type CopyRowProps = {
  label: string;
  /** The value to copy. */
  value: string;
  /**
   * `cut`: one line, with the middle left out if it does not fit. `whole`: as many lines as needed, for values that
   * users compare.
   */
  look?: 'cut' | 'whole';
};

/** Visible characters at the end: users compare the first and the last ones of an address. */
const TAIL = 8;

/** A value with its label and a copy button. Screen readers and the selection always get the whole value. */
export function CopyRow({ label, value, look = 'cut' }: CopyRowProps) {
  const text = useRef<HTMLSpanElement>(null);
  // After a failed copy, the whole value is shown and selected.
  const [uncopied, setUncopied] = useState<string>();
  const isWhole = look === 'whole' || uncopied === value || value.length <= TAIL * 2;
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
        <span ref={text} className={classNames(styles['value'], !isWhole && styles['cut'])}>
          {isWhole ? value : <Cut value={value} />}
        </span>
      </div>
      <CopyButton text={value} what={label} onFailure={fail} />
    </div>
  );
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
