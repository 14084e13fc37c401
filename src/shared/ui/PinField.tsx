import type { ComponentProps } from 'react';
import { digitsOf } from '../format/digits.ts';
import { useComposedText } from '../forms/useComposedText.ts';
import { classNames } from './classNames.ts';
import { Field, FieldInput, type FieldFrameProps } from './Field.tsx';
import styles from './PinField.module.css';

const LENGTH = 6;
const CELLS = Array.from({ length: LENGTH }, (_, place) => place);

type InputProps = Pick<ComponentProps<'input'>, 'name' | 'autoFocus' | 'ref' | 'onBlur'>;

type PinFieldProps = Omit<FieldFrameProps, 'layout'> &
  InputProps & {
    /** Digits only, at most six. */
    value: string;
    onValueChange: (value: string) => void;
  };

/**
 * Fund password field: six masked cells over one input, so that screen readers, paste and the delete key work as in an
 * ordinary field. Excluded from password managers, because it is not the login password.
 */
export function PinField({ label, error, hint, isDisabled, value, onValueChange, ...input }: PinFieldProps) {
  const text = useComposedText(value, (typed) => onValueChange(digitsOf(typed, LENGTH)));
  return (
    <Field label={label} error={error} hint={hint} isDisabled={isDisabled}>
      <span className={styles['pin']}>
        {/* No maxLength: it would cut a pasted "123 456" before the space is removed. */}
        <FieldInput
          {...input}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          data-bwignore
          className={styles['input']}
          {...text}
          // The cells are not positions in the text: a tap on any of them continues at the end.
          onClick={({ currentTarget: control }) => moveToEnd(control)}
        />
        <span className={styles['cells']} aria-hidden="true">
          {CELLS.map((place) => (
            <i
              key={place}
              className={classNames(
                styles['cell'],
                place < value.length && styles['filled'],
                place === value.length && styles['next'],
              )}
            />
          ))}
        </span>
      </span>
    </Field>
  );
}

function moveToEnd(control: HTMLElement): void {
  if (control instanceof HTMLInputElement) control.setSelectionRange(control.value.length, control.value.length);
}
