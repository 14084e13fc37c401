import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './classNames.ts';
import fieldStyles from './Field.module.css';
import { useNotes, type FieldFrameProps } from './Field.tsx';
import { OptionList, type ListOption } from './OptionList.tsx';
import styles from './SelectField.module.css';
import { PickerSheet } from './PickerSheet.tsx';

type SelectFieldProps<Value extends string> = Omit<FieldFrameProps, 'layout'> & {
  options: readonly ListOption<Value>[];
  /** `undefined` while nothing is chosen. A value that is not among the options is shown as none. */
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  /** Shown without a value; default "Choose". */
  placeholder?: ReactNode;
  /** Search box above the options; default for long lists. */
  hasSearch?: boolean;
};

/** Number of options from which a search box helps. */
const SEARCH_FROM_COUNT = 10;

/** A choice among many: a field that opens its options, with a search box for long lists. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { options, value, onValueChange, placeholder, hasSearch, ...frame } = props;
  const { t } = useTranslation('forms');
  const [isOpen, setOpen] = useState(false);
  const sheetId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const chosen = options.find((option) => option.value === value);
  const choose = (next: Value) => {
    setOpen(false);
    onValueChange(next);
  };
  return (
    <>
      <PickerButton
        {...frame}
        buttonRef={button}
        isOpen={isOpen}
        sheetId={sheetId}
        onOpen={() => setOpen(true)}
        isPlaceholder={chosen === undefined}
        start={chosen?.start}
      >
        {chosen?.label ?? placeholder ?? t('select.choose')}
      </PickerButton>
      <PickerSheet isOpen={isOpen} onOpenChange={setOpen} title={frame.label} anchor={button} isFitted>
        <OptionList
          id={sheetId}
          label={frame.label}
          options={options}
          value={value}
          onChoose={choose}
          hasSearch={hasSearch ?? options.length > SEARCH_FROM_COUNT}
        />
      </PickerSheet>
    </>
  );
}

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
  buttonRef?: Ref<HTMLButtonElement>;
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
    buttonRef,
  } = props;
  const labelId = useId();
  const { describedBy, notes } = useNotes({ error, hint });
  return (
    <div
      className={fieldStyles['field']}
      data-invalid={error !== undefined || undefined}
      data-disabled={isDisabled || undefined}
    >
      <span id={labelId} className={fieldStyles['label']}>
        {label}
      </span>
      <button
        ref={buttonRef}
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? sheetId : undefined}
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-invalid={error !== undefined || undefined}
        className={classNames(fieldStyles['box'], styles['picker'])}
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
