import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldFrameProps } from './Field.tsx';
import { OptionList, type ListOption } from './OptionList.tsx';
import { PickerButton } from './PickerButton.tsx';
import { Sheet } from './Sheet.tsx';

type SelectFieldProps<Value extends string> = Omit<FieldFrameProps, 'layout'> & {
  options: readonly ListOption<Value>[];
  /** `undefined` while nothing is chosen. A value that is not among the options is shown as none. */
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  /** Shown without a value; default "Choose". */
  placeholder?: ReactNode;
  /** Heading of the sheet; default the label. */
  title?: ReactNode;
  /** Search box above the options; default for long lists. */
  hasSearch?: boolean;
};

/** Number of options from which a search box helps. */
const SEARCH_FROM_COUNT = 10;

/** A choice among many: a field that opens a sheet with the options, and a search box for long lists. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { options, value, onValueChange, placeholder, title, hasSearch, ...frame } = props;
  const { t } = useTranslation('forms');
  const [isOpen, setOpen] = useState(false);
  const sheetId = useId();
  const chosen = options.find((option) => option.value === value);
  const choose = (next: Value) => {
    setOpen(false);
    onValueChange(next);
  };
  return (
    <>
      <PickerButton
        {...frame}
        isOpen={isOpen}
        sheetId={sheetId}
        onOpen={() => setOpen(true)}
        isPlaceholder={chosen === undefined}
        start={chosen?.start}
      >
        {chosen?.label ?? placeholder ?? t('select.choose')}
      </PickerButton>
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={title ?? frame.label}>
        <OptionList
          id={sheetId}
          label={frame.label}
          options={options}
          value={value}
          onChoose={choose}
          hasSearch={hasSearch ?? options.length > SEARCH_FROM_COUNT}
        />
      </Sheet>
    </>
  );
}
