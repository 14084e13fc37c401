import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';
import { Field, useFieldControl, type FieldFrameProps } from './Field.tsx';
import frame from './Field.module.css';
import styles from './TextAreaField.module.css';

type AreaProps = Pick<
  ComponentProps<'textarea'>,
  'name' | 'rows' | 'maxLength' | 'placeholder' | 'autoComplete' | 'onBlur'
>;

type TextAreaFieldProps = Omit<FieldFrameProps, 'layout'> &
  AreaProps & {
    value: string;
    onValueChange: (value: string) => void;
  };

/**
 * A field for several lines: an address, a remark. It grows with its text, and counts characters if there is a limit.
 */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, error, hint, isDisabled, value, onValueChange, rows = 2, onBlur, ...area } = props;
  const { maxLength } = area;
  return (
    <Field label={label} error={error} hint={hint} isDisabled={isDisabled}>
      <Area {...area} rows={rows} value={value} onBlur={onBlur} onValueChange={onValueChange} />
      {maxLength !== undefined && (
        <span className={styles['count']} aria-hidden="true">
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
      className={classNames(frame['input'], styles['area'])}
      onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
    />
  );
}
