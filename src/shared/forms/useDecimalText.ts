import { parseDecimal } from '@halyard/contract/money';
import { useState, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { editDecimalText, parseLocaleDecimal, toEditText } from '../format/parse.ts';
import { formatAmount } from '../format/numbers.ts';
import { useLocale } from '../format/useLocale.ts';

type DecimalText = {
  text: string;
  onText: (text: string) => void;
  onFocus: (event: FocusEvent<HTMLInputElement>) => void;
  onBlur: () => void;
};

/**
 * The text of a field whose value is a canonical decimal, or empty. While it has focus it holds what was typed ("1," is
 * on the way to "1,5"); otherwise it shows the value with thousands. `onValueChange` is told the canonical decimal, or
 * '' when there is none yet.
 */
export function useDecimalText(value: string, onValueChange: (value: string) => void): DecimalText {
  const locale = useLocale();
  const [draft, setDraft] = useState<string>();
  // A value set from outside while the field has focus (a percentage button) replaces what was typed.
  const isDraftCurrent = draft !== undefined && (parseLocaleDecimal(draft, locale) ?? '') === canonicalOf(value);
  const editText = isDraftCurrent ? draft : toEditText(value, locale);
  return {
    text: draft === undefined ? shownText(value, locale) : editText,
    onText: (after) => {
      const next = editDecimalText(editText, after, locale);
      if (next === undefined) return;
      setDraft(next);
      onValueChange(parseLocaleDecimal(next, locale) ?? '');
    },
    onFocus: ({ currentTarget: input }) => {
      // The tab key selects everything before this event; another text would lose that, and typing would not replace
      // it.
      const isAllSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length;
      flushSync(() => setDraft(toEditText(value, locale)));
      if (isAllSelected) input.select();
    },
    onBlur: () => setDraft(undefined),
  };
}

function canonicalOf(value: string): string {
  return parseDecimal(value) ?? value;
}

function shownText(value: string, locale: string): string {
  const known = parseDecimal(value);
  return known === undefined ? value : formatAmount(known, locale, { places: 18, minPlaces: 0 });
}
