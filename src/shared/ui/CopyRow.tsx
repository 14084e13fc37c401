import { useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './classNames.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './CopyRow.module.css';

type CopyRowProps = {
  label: string;
  /** The value as it is copied. */
  value: string;
  /**
   * `cut`: one line, its middle left out where there is no room. `whole`: over as many lines as it takes, for what must
   * be compared.
   */
  look?: 'cut' | 'whole';
};

/** How many characters of the end stay in sight: people compare the first and the last ones of an address. */
const TAIL = 8;

/**
 * A value with its label and a button that copies it. The value is whole for screen readers and for the selection,
 * whatever the eye sees.
 */
export function CopyRow({ label, value, look = 'cut' }: CopyRowProps) {
  const text = useRef<HTMLSpanElement>(null);
  // Where it could not be copied, all of it is shown and selected.
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
        {/* The two parts are one text to the selection, which a flex box would part by a line break. */}
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
