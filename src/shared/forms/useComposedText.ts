import { useState, type CompositionEvent } from 'react';

type ComposedText = {
  value: string;
  onValueChange: (text: string) => void;
  onCompositionStart: (event: CompositionEvent<HTMLInputElement>) => void;
  onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
};

/**
 * For a field that changes what is typed into it: the text that a keyboard composes is left alone until the composition
 * ends, since the keyboard would put it in again.
 */
export function useComposedText(value: string, onValueChange: (text: string) => void): ComposedText {
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
