/** Edits of the text of a number field. */
import { placesOf, ZERO } from '@halyard/contract/money';
import { numeralsOf } from '@halyard/contract/numerals';
import { readDecimal, readTyped, toEditText, toPlainText, type Refusal } from '../format/parse.ts';

/** Positions in the text before the edit. */
export type Selection = { readonly start: number; readonly end: number };

export type Edit = {
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
