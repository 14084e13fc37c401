import { useState, type ComponentProps, type CompositionEvent } from 'react';
import { digitsOf } from '../format/digits.ts';
import { classNames } from './classNames.ts';
import styles from './CodeField.module.css';
import { Field, FieldInput, type FieldFrameProps } from './Field.tsx';
import { RevealButton } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';

// Length by the rules, whose module would bring all others along.
const LENGTH = 6;

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'name' | 'error' | 'hint' | 'end' | 'ref'> & {
  /** ASCII digits, at most the length of a code. */
  value: string;
  onValueChange: (code: string) => void;
};

/** A field for a six-digit code, typed or pasted with spaces, in any script. */
export function CodeField({ value, onValueChange, ...field }: CodeFieldProps) {
  const text = useComposedText(value, (typed) => onValueChange(digitsOf(typed, LENGTH)));
  // No maxLength: it would cut a pasted "123 456" before the space is removed.
  return <TextField {...field} {...text} autoComplete="one-time-code" inputMode="numeric" />;
}

const CELLS = Array.from({ length: LENGTH }, (_, place) => place);

type InputProps = Pick<ComponentProps<'input'>, 'name' | 'autoFocus' | 'ref' | 'onBlur'>;

type PinFieldProps = Omit<FieldFrameProps, 'layout'> &
  InputProps & {
    /** Digits only, at most six. */
    value: string;
    onValueChange: (value: string) => void;
  };

/**
 * Fund password field: six cells over one input, so that screen readers, paste and the delete key work as in an
 * ordinary field. They are masked until the button shows them. Excluded from password managers, because it is not the
 * login password.
 */
export function PinField({ label, error, hint, isDisabled, value, onValueChange, ...input }: PinFieldProps) {
  const text = useComposedText(value, (typed) => onValueChange(digitsOf(typed, LENGTH)));
  const [isShown, setShown] = useState(false);
  const reveal = <RevealButton isShown={isShown} onShownChange={setShown} isDisabled={isDisabled} />;
  return (
    <Field label={label} error={error} hint={hint} isDisabled={isDisabled} end={reveal}>
      <span className={styles['pin']}>
        {/* No maxLength: it would cut a pasted "123 456" before the space is removed. */}
        <FieldInput
          {...input}
          type={isShown ? 'text' : 'password'}
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
            <i key={place} className={classNames(styles['cell'], place === value.length && styles['next'])}>
              {place < value.length && (isShown ? value[place] : <b className={styles['dot']} />)}
            </i>
          ))}
        </span>
      </span>
    </Field>
  );
}

function moveToEnd(control: HTMLElement): void {
  if (control instanceof HTMLInputElement) control.setSelectionRange(control.value.length, control.value.length);
}

type ComposedText = {
  value: string;
  onValueChange: (text: string) => void;
  onCompositionStart: (event: CompositionEvent<HTMLInputElement>) => void;
  onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
};

/**
 * For a field that changes typed text: leaves text that an input method composes alone until the composition ends,
 * because the input method would insert it again.
 */
function useComposedText(value: string, onValueChange: (text: string) => void): ComposedText {
  const [composed, setComposed] = useState<string>();
  return {
    value: composed ?? value,
    onValueChange: composed === undefined ? onValueChange : setComposed,
    onCompositionStart: ({ currentTarget }) => setComposed(currentTarget.value),
    onCompositionEnd: ({ currentTarget }) => {
      setComposed(undefined);
      onValueChange(currentTarget.value);
    },
  };
}
