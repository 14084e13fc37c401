import type { ComponentProps, ReactNode } from 'react';
import { useDecimalText } from '../forms/useDecimalText.ts';
import styles from './Field.module.css';
import { Field, FieldInput, type FieldFrameProps } from './Field.tsx';
import { classNames } from './classNames.ts';

type InputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'onFocus' | 'onBlur' | 'size' | 'disabled' | 'type' | 'inputMode'
>;

type NumberFieldProps = FieldFrameProps &
  InputProps & {
    /** A canonical decimal, or '' for none. */
    value: string;
    /** Told the canonical decimal that the text stands for, or '' while it stands for none. */
    onValueChange: (value: string) => void;
    /** Told when what was typed is complete, as far as leaving the field says so. */
    onLeave?: (() => void) | undefined;
    /** The currency or whatever is counted. */
    unit?: string | undefined;
    /** After the unit: a button that fills in the most there is. */
    end?: ReactNode;
  };

/**
 * A field for an amount, a price or a rate: typed and shown in the user's locale, handed on as an exact decimal string.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, error, hint, layout, isDisabled, value, onValueChange, onLeave, unit, end, ...input } = props;
  const { text, onText, onFocus, onBlur } = useDecimalText(value, onValueChange);
  return (
    <Field label={label} error={error} hint={hint} layout={layout} isDisabled={isDisabled} unit={unit} end={end}>
      <FieldInput
        autoComplete="off"
        {...input}
        type="text"
        inputMode="decimal"
        className={classNames(styles['input'], styles['figure'])}
        value={text}
        onValueChange={onText}
        onFocus={onFocus}
        onBlur={() => {
          onBlur();
          onLeave?.();
        }}
      />
    </Field>
  );
}
