/** Numbers as people type them: the locale's separators, other scripts' digits, spaces; read exactly or not at all. */
import { parseDecimal, type Decimal } from '@halyard/contract/money';
import { numeralsOf } from '@halyard/contract/numerals';

/**
 * Reads what a user typed or pasted. `undefined` for what is no number in this locale; `1,5` is none in English, and it
 * is never guessed that 15 or 1.5 was meant. Thousands separators are accepted where thousands are.
 */
export function parseLocaleDecimal(text: string, locale: string): Decimal | undefined {
  const { decimal, group } = numeralsOf(locale);
  const plain = toPlainDigits(text);
  const [whole = '', part, ...rest] = plain.split(decimal);
  if (rest.length > 0 || (part !== undefined && !/^\d*$/.test(part))) return undefined;
  const digits = ungroup(whole, group);
  if (digits === undefined || (digits.replace('-', '') === '' && (part ?? '') === '')) return undefined;
  return parseDecimal(`${digits === '' || digits === '-' ? `${digits}0` : digits}${part ? `.${part}` : ''}`);
}

/** Full-width digits and signs become ASCII, the minus sign a hyphen, spaces of all kinds vanish. */
function toPlainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[\u2212\u2013]/g, '-');
}

function ungroup(whole: string, group: string): string | undefined {
  if (/^-?\d*$/.test(whole)) return whole;
  const groups = whole.replace(/^-/, '').split(group);
  const isGrouped = groups.every((digits, place) => (place === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(digits));
  return isGrouped ? whole.replaceAll(group, '') : undefined;
}

/** A canonical decimal as text to edit: the locale's separator, no thousands. */
export function toEditText(value: string, locale: string): string {
  return value.replace('.', numeralsOf(locale).decimal);
}

/**
 * What becomes of the text of a field after an edit; `undefined` when the edit is refused. A single dot or comma typed
 * into a number is the point whatever the locale, since phones show the key of the device's language, not the app's.
 */
export function editDecimalText(before: string, after: string, locale: string): string | undefined {
  const { decimal } = numeralsOf(locale);
  const typed = insertedBetween(before, toPlainDigits(after));
  const text =
    typed === '.' || typed === ',' ? replaceInserted(before, toPlainDigits(after), decimal) : toPlainDigits(after);
  if (isPartial(text, decimal)) return isWithinWidth(text, locale) ? text : undefined;
  const pasted = parseLocaleDecimal(after, locale);
  return pasted === undefined || pasted.startsWith('-') ? undefined : toEditText(pasted, locale);
}

/** Digits with at most one point: a number, or the beginning of one. */
function isPartial(text: string, decimal: string): boolean {
  const [whole = '', part = '', ...rest] = text.split(decimal);
  return rest.length === 0 && /^\d*$/.test(whole) && /^\d*$/.test(part);
}

/** What has more digits than a decimal may have would be a text without a value. */
function isWithinWidth(text: string, locale: string): boolean {
  return !/\d/.test(text) || parseLocaleDecimal(text, locale) !== undefined;
}

/** The one character that an edit put in; undefined when it did more or something else. */
function insertedBetween(before: string, after: string): string | undefined {
  if (after.length !== before.length + 1) return undefined;
  const at = positionOfChange(before, after);
  return before.slice(at) === after.slice(at + 1) ? after[at] : undefined;
}

function replaceInserted(before: string, after: string, character: string): string {
  const at = positionOfChange(before, after);
  return after.slice(0, at) + character + after.slice(at + 1);
}

function positionOfChange(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return at;
}
