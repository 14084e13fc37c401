import { parseDecimal } from '@halyard/contract/money';
import { useRef, useState, type ClipboardEvent, type CompositionEvent, type FocusEvent, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { formatAmount } from '../format/numbers.ts';
import { readTyped, toEditText, type Refusal } from '../format/parse.ts';
import { useLocale } from '../format/useLocale.ts';
import { editNumber, type Selection } from './editNumber.ts';

type DecimalText = {
  /** Reason why the last edit was rejected, or the text has no reading. */
  refusal: Refusal | undefined;
  input: {
    value: string;
    onChange: (event: { currentTarget: HTMLInputElement }) => void;
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
    onCompositionStart: (event: CompositionEvent<HTMLInputElement>) => void;
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => void;
    onFocus: (event: FocusEvent<HTMLInputElement>) => void;
    onMouseUp: (event: MouseEvent<HTMLInputElement>) => void;
    onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  };
};

type Draft = { readonly text: string; readonly isComposing?: boolean };
/** Shown while the value is the one after the edit. */
type Notice = { readonly refusal: Refusal | undefined; readonly value: string };

/**
 * Text of a field whose value is a canonical decimal, or empty. While focused it holds the typed text ("1," may become
 * "1,5"); otherwise it shows the value with group separators. `onValueChange` gets the canonical decimal, or '' while
 * there is none. A rejected edit changes nothing and leaves the caret. Text that an input method composes is left alone
 * until the composition ends. The first tap selects everything, so that typing replaces a prefilled number; the next
 * one places the caret. `places`: decimals that the field takes.
 */
export function useDecimalText(value: string, onValueChange: (value: string) => void, places?: number): DecimalText {
  const locale = useLocale();
  const [isFocused, setFocused] = useState(false);
  const [draft, setDraft] = useState<Draft>();
  const [notice, setNotice] = useState<Notice>();
  const pasted = useRef<Selection>(undefined);
  const composition = useRef<{ before: string; selected: Selection }>(undefined);
  const isFirstTap = useRef(false);
  const valueOf = (text: string) => readTyped(text, locale).value ?? '';
  // A value set from outside (a percentage button) replaces the typed text.
  const isCurrent = draft !== undefined && (draft.isComposing === true || valueOf(draft.text) === canonicalOf(value));
  const plain = isFocused ? toEditText(value, locale) : shownText(value, locale);
  const text = isCurrent ? draft.text : plain;

  const take = (control: HTMLInputElement, before: string, selected: Selection | undefined) => {
    const caret = control.selectionStart ?? control.value.length;
    const edited = editNumber({ before, after: control.value, caret, selected, places }, locale);
    const next = valueOf(edited.text);
    // Set here, because React only sets a text that differs, and moves the caret to its end.
    control.value = edited.text;
    if (control.ownerDocument.activeElement === control) {
      control.setSelectionRange(edited.selection.start, edited.selection.end);
    }
    setDraft({ text: edited.text });
    setNotice({ refusal: edited.refusal, value: next });
    if (edited.text !== before) onValueChange(next);
  };
  const endComposition = (control: HTMLInputElement) => {
    const begun = composition.current;
    composition.current = undefined;
    if (begun !== undefined) take(control, begun.before, begun.selected);
  };

  return {
    refusal: notice !== undefined && notice.value === canonicalOf(value) ? notice.refusal : undefined,
    input: {
      value: text,
      onChange: ({ currentTarget: control }) => {
        if (composition.current !== undefined) return setDraft({ text: control.value, isComposing: true });
        const selected = pasted.current;
        pasted.current = undefined;
        return take(control, text, selected);
      },
      onPaste: ({ currentTarget }) => {
        pasted.current = selectionOf(currentTarget);
      },
      onCompositionStart: ({ currentTarget }) => {
        composition.current = { before: text, selected: selectionOf(currentTarget) };
      },
      onCompositionEnd: ({ currentTarget }) => endComposition(currentTarget),
      onFocus: ({ currentTarget: control }) => {
        // Its text changes, which would lose a selection.
        flushSync(() => setFocused(true));
        control.select();
        isFirstTap.current = true;
      },
      onMouseUp: ({ currentTarget: control }) => {
        // The press has placed the caret, unless the user dragged over a part of the text.
        const isCaret = control.selectionStart === control.selectionEnd;
        if (isFirstTap.current && isCaret) control.select();
        isFirstTap.current = false;
      },
      onBlur: ({ currentTarget }) => {
        endComposition(currentTarget);
        setFocused(false);
        // A text without a reading stays, with the reason below it.
        setDraft((last) =>
          last !== undefined && readTyped(last.text, locale).refusal !== undefined ? last : undefined,
        );
      },
    },
  };
}

function selectionOf(control: HTMLInputElement): Selection {
  const end = control.value.length;
  return { start: control.selectionStart ?? end, end: control.selectionEnd ?? end };
}

function canonicalOf(value: string): string {
  return parseDecimal(value) ?? value;
}

function shownText(value: string, locale: string): string {
  const known = parseDecimal(value);
  return known === undefined ? value : formatAmount(known, locale, { places: 18, minPlaces: 0 });
}
