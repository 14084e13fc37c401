import type { ComponentProps, ReactNode } from 'react';
import { Field, FieldInput, type FieldFrameProps } from './Field.tsx';
import styles from './Field.module.css';

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'size' | 'disabled'>;

type TextFieldProps = FieldFrameProps &
  InputProps & {
    value: string;
    onValueChange: (value: string) => void;
    start?: ReactNode;
    end?: ReactNode;
  };

/** A field for text: names, addresses, codes. The form holds the value. */
export function TextField(props: TextFieldProps) {
  const { label, error, hint, layout, isDisabled, value, onValueChange, start, end, ...input } = props;
  return (
    <Field label={label} error={error} hint={hint} layout={layout} isDisabled={isDisabled} start={start} end={end}>
      <FieldInput {...input} className={styles['input']} value={value} onValueChange={onValueChange} />
    </Field>
  );
}
