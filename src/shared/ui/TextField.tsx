import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './classNames.ts';
import { Field, FieldInput, useFieldControl, type FieldFrameProps } from './Field.tsx';
import styles from './Field.module.css';
import areaStyles from './TextAreaField.module.css';

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

type AreaProps = Pick<
  ComponentProps<'textarea'>,
  'name' | 'rows' | 'maxLength' | 'placeholder' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'onBlur'
>;

type TextAreaFieldProps = Omit<FieldFrameProps, 'layout'> &
  AreaProps & {
    value: string;
    onValueChange: (value: string) => void;
    end?: ReactNode;
  };

/**
 * A field for several lines: an address, a remark. It grows with its text, and counts characters near their limit.
 */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, error, hint, isDisabled, value, onValueChange, end, rows = 2, onBlur, ...area } = props;
  const { maxLength } = area;
  return (
    <Field label={label} error={error} hint={hint} isDisabled={isDisabled} end={end}>
      <Area {...area} rows={rows} value={value} onBlur={onBlur} onValueChange={onValueChange} />
      {maxLength !== undefined && value.length > maxLength * 0.8 && (
        <span className={areaStyles['count']} aria-hidden="true">
          {value.length}/{maxLength}
        </span>
      )}
    </Field>
  );
}

function Area({ onValueChange, ...area }: AreaProps & Pick<TextAreaFieldProps, 'value' | 'onValueChange'>) {
  return (
    <textarea
      {...useFieldControl()}
      {...area}
      className={classNames(styles['input'], areaStyles['area'])}
      onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
    />
  );
}
