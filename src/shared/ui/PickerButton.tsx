import { ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import type { FieldFrameProps } from './Field.tsx';
import frame from './Field.module.css';
import styles from './PickerButton.module.css';
import { useNotes } from './useNotes.tsx';

type PickerButtonProps = Omit<FieldFrameProps, 'layout'> & {
  /** The chosen value; with `isPlaceholder`, a prompt. */
  children: ReactNode;
  isPlaceholder?: boolean;
  isOpen: boolean;
  onOpen: () => void;
  /** Id of the sheet's content. */
  sheetId: string;
  /** Before the value: the icon of a currency. */
  start?: ReactNode;
};

/** A field whose value is chosen in a sheet: it looks like other fields and opens the sheet when pressed. */
export function PickerButton(props: PickerButtonProps) {
  const {
    label,
    error,
    hint,
    isDisabled = false,
    children,
    isPlaceholder = false,
    isOpen,
    onOpen,
    sheetId,
    start,
  } = props;
  const labelId = useId();
  const { describedBy, notes } = useNotes({ error, hint });
  return (
    <div
      className={classNames(frame['field'], frame['stacked'])}
      data-invalid={error !== undefined || undefined}
      data-disabled={isDisabled || undefined}
    >
      <span id={labelId} className={frame['label']}>
        {label}
      </span>
      <button
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? sheetId : undefined}
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-invalid={error !== undefined || undefined}
        className={classNames(frame['box'], styles['picker'])}
        disabled={isDisabled}
        onClick={onOpen}
      >
        {start}
        <span className={classNames(styles['value'], isPlaceholder && styles['placeholder'])}>{children}</span>
        <ChevronDown aria-hidden className={styles['arrow']} />
      </button>
      {notes}
    </div>
  );
}
