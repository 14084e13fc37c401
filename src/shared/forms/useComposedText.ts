import { useState, type CompositionEvent } from 'react';

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
