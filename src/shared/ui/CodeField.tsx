import type { ComponentProps } from 'react';
import { digitsOf } from '../format/digits.ts';
import { useComposedText } from '../forms/useComposedText.ts';
import { TextField } from './TextField.tsx';

// That of the rules, which a field for text would bring along with all others.
const LENGTH = 6;

type CodeFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'name' | 'error' | 'hint' | 'end' | 'ref'> & {
  /** ASCII digits, at most as many as a code has. */
  value: string;
  onValueChange: (code: string) => void;
};

/** A field for a code of six digits, typed or pasted with spaces, in any script. */
export function CodeField({ value, onValueChange, ...field }: CodeFieldProps) {
  const text = useComposedText(value, (typed) => onValueChange(digitsOf(typed, LENGTH)));
  // No maxLength: it would cut a pasted "123 456" before the space is taken out.
  return <TextField {...field} {...text} autoComplete="one-time-code" inputMode="numeric" />;
}
