import type { ComponentProps } from 'react';
import { digitsOf } from '../format/digits.ts';
import { useComposedText } from '../forms/useComposedText.ts';
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
