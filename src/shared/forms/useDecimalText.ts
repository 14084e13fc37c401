import { parseDecimal, placesOf, ZERO } from '@halyard/contract/money';
import { numeralsOf } from '@halyard/contract/numerals';
import { useRef, useState, type ClipboardEvent, type CompositionEvent, type FocusEvent, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { formatAmount } from '../format/numbers.ts';
import { readTyped, toEditText, readDecimal, toPlainText, type Refusal } from '../format/parse.ts';
import { useLocale } from '../format/useLocale.ts';

type DecimalText = {
  /** Reason why the last edit was rejected, or the text has no reading. */
  refusal: Refusal | undefined;
  input: {
    ref: typeof stopSubmit | undefined;
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
 * there is none. A rejected edit changes nothing and leaves the caret. While the text has no reading, its form is not
 * submitted. Text that an input method composes is left alone until the composition ends. The first tap selects
 * everything, so that typing replaces a prefilled number; the next one places the caret. `places`: decimals that the
 * field takes.
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
  const isRefused = isCurrent && readTyped(draft.text, locale).refusal !== undefined;

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
      ref: isRefused ? stopSubmit : undefined,
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

/**
 * Stops the submit of the input's form and focuses the input. A text without a reading has the value of an empty field,
 * which an optional field sends as "none": a stop loss would be cleared.
 */
function stopSubmit(input: HTMLInputElement): () => void {
  const { form } = input;
  // At the form itself, before the event reaches React.
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    input.focus();
  };
  form?.addEventListener('submit', stop);
  return () => form?.removeEventListener('submit', stop);
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

// Edits of the text of a number field.

/** Positions in the text before the edit. */
type Selection = { readonly start: number; readonly end: number };

type Edit = {
  /** The shown text before the edit. */
  readonly before: string;
  /** The shown text after the edit, and its caret. */
  readonly after: string;
  readonly caret: number;
  /** The selection before the edit, if known; otherwise the change is found by comparing. */
  readonly selected?: Selection | undefined;
  /** Decimals that the field takes; default: any number. */
  readonly places?: number | undefined;
};

/**
 * A rejected edit leaves text and selection as they were. A text without a clear reading comes with a `refusal` too.
 */
export type Edited = {
  readonly text: string;
  readonly selection: Selection;
  readonly refusal?: Refusal | undefined;
};

type Change = Selection & { readonly inserted: string };

export function editNumber(edit: Edit, locale: string): Edited {
  const change = changeOf(edit);
  const plain = toPlainText(change.inserted, locale);
  const isWhole = change.start === 0 && change.end === edit.before.length;
  const outcome =
    isWhole && plain.length > 1
      ? replaceAll(plain, locale)
      : insert(edit.before, { ...change, inserted: plain }, locale);
  const edited = 'reason' in outcome ? outcome : (placesRefusal(edit, outcome.text, locale) ?? outcome);
  return 'reason' in edited ? { text: edit.before, selection: change, refusal: edited } : edited;
}

/** Rejects further decimals than the field takes. A text that has too many already can still be corrected. */
function placesRefusal({ before, places }: Edit, text: string, locale: string): Refusal | undefined {
  if (places === undefined) return undefined;
  const decimalsOf = (one: string) => placesOf(readTyped(one, locale).value ?? ZERO);
  const typed = decimalsOf(text);
  return typed > places && typed > decimalsOf(before) ? { reason: 'places', places } : undefined;
}

/** Accepts a whole number. It loses its group separators, so that deleting a digit keeps its meaning. */
function replaceAll(plain: string, locale: string): Edited | Refusal {
  const { value, refusal } = readDecimal(plain, locale);
  if (refusal !== undefined) return refusal;
  if (value?.startsWith('-') === true || plain.startsWith('-')) return { reason: 'characters' };
  const text = /^\d*[.,]?\d*$/.test(plain) && !hasGroup(plain, locale) ? plain : toEditText(value ?? '', locale);
  return { text, selection: at(text.length) };
}

function insert(before: string, { start, end, inserted }: Change, locale: string): Edited | Refusal {
  if (!/^[\d.,]*$/.test(inserted)) return { reason: 'characters' };
  // Only a single key is accepted as a separator of another language.
  if (inserted.length > 1 && hasGroup(inserted, locale)) return { reason: 'unclear' };
  const text = before.slice(0, start) + inserted + before.slice(end);
  const { refusal } = readTyped(text, locale);
  if (refusal?.reason === 'digits' && inserted !== '') return refusal;
  if (refusal?.reason === 'unclear' && inserted !== '' && !isOnTheWay(text, locale)) return refusal;
  return { text, selection: at(start + inserted.length), refusal };
}

/** Whether more digits can turn it into a number with group separators. */
function isOnTheWay(text: string, locale: string): boolean {
  const { decimal, group } = numeralsOf(locale);
  const [whole = '', ...parts] = text.split(decimal);
  const [first = '', ...groups] = whole.split(group);
  const last = groups.pop() ?? '';
  const areFull = groups.every((digits) => digits.length === 3);
  return parts.length === 0 && /^[1-9]\d{0,2}$/.test(first) && areFull && last.length <= 3;
}

function hasGroup(text: string, locale: string): boolean {
  return text.includes(numeralsOf(locale).group);
}

/** The run of characters that the edit replaced. */
function changeOf({ before, after, caret, selected }: Edit): Change {
  if (selected !== undefined && isChangeAt(selected, before, after)) {
    return { ...selected, inserted: after.slice(selected.start, after.length - (before.length - selected.end)) };
  }
  const tail = after.length - caret;
  const end = tail <= before.length && before.endsWith(after.slice(caret)) ? before.length - tail : before.length;
  const insertedTo = after.length - (before.length - end);
  let start = 0;
  while (start < Math.min(end, insertedTo) && before[start] === after[start]) start += 1;
  return { start, end, inserted: after.slice(start, insertedTo) };
}

function isChangeAt({ start, end }: Selection, before: string, after: string): boolean {
  const tail = before.slice(end);
  return after.length >= start + tail.length && after.startsWith(before.slice(0, start)) && after.endsWith(tail);
}

function at(place: number): Selection {
  return { start: place, end: place };
}
