import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldFrameProps } from './Field.tsx';
import { OptionList, type ListOption } from './OptionList.tsx';
import { PickerButton } from './PickerButton.tsx';
import { Sheet } from './Sheet.tsx';

type SelectFieldProps<Value extends string> = Omit<FieldFrameProps, 'layout'> & {
  options: readonly ListOption<Value>[];
  /** `undefined` while nothing is chosen. A value that is not among the options is shown as nothing. */
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  /** Instead of a value; "Choose" unless said otherwise. */
  placeholder?: ReactNode;
  /** The heading of the sheet; the label unless said otherwise. */
  title?: ReactNode;
  /** A box above the options that narrows them; there by itself where they are many. */
  hasSearch?: boolean;
};

/** Beyond this many options people search rather than look. */
const SEARCH_FROM_COUNT = 10;

/** One of many: a field that opens a sheet with the options, and a search above them where they are many. */
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
