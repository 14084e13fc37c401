/** After a form was refused, its first wrong field takes the focus, and a screen reader reads its error. */
import { useEffect, useRef } from 'react';

const FOCUSABLE = 'input:not([hidden]), textarea, button';
const WRONG = '[aria-invalid="true"], [data-invalid] input:not([hidden]), [data-invalid] button';

/** `texts` holds what is wrong by field, a new object after each try; the ref belongs on the form. */
export function useFocusWrong(texts: Readonly<Record<string, string | undefined>>) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(texts).length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>(WRONG);
    // A group of choices cannot take the focus itself.
    const target = wrong?.matches(FOCUSABLE) === true ? wrong : wrong?.querySelector<HTMLElement>(FOCUSABLE);
    // Not while React draws: a field may draw itself anew as it takes the focus.
    queueMicrotask(() => target?.focus());
  }, [texts]);
  return form;
}
