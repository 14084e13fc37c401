/** What is wrong with a form, in words, by field. */
import { useCallback, useState } from 'react';

type Found<Field extends string> = Readonly<Partial<Record<Field, string | undefined>>>;

const NOTHING = {};

/**
 * `refuse` takes all that is wrong after a try and answers whether anything is; `say` changes one field as it is typed in or left. `texts` is what the fields show; `refused` changes with
 * `refuse` alone, so that typing does not move the focus (`useFocusWrong`).
 */
export function useFieldTexts<Field extends string>() {
  const [texts, setTexts] = useState(NOTHING as Found<Field>);
  const [refused, setRefused] = useState(NOTHING as Found<Field>);
  const refuse = useCallback((found: Found<Field>): boolean => {
    const wrong = Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined)) as Found<Field>;
    setTexts(wrong);
    setRefused(wrong);
    return Object.keys(wrong).length > 0;
  }, []);
  const say = useCallback((field: Field, text: string | undefined) => {
    setTexts((before) => ({ ...before, [field]: text }));
  }, []);
  return { texts, refused, say, refuse } as const;
}
