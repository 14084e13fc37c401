/**
 * Parses typed and pasted numbers. A text is read by the rules of the language, or rejected with a reason; a text with
 * two readings is never guessed.
 */
import { parseDecimal, type Decimal } from '@halyard/contract/money';
import { numeralsOf, type Numerals } from '@halyard/contract/numerals';
import { toAsciiDigits } from './digits.ts';

/** Two decimals that one text can mean. */
export type Readings = { readonly whole: Decimal; readonly part: Decimal };

/**
 * Reason of a rejection. `characters`: it contains more than a number; `unclear`: its separators are not those of the
 * language; `either`: it has two readings; `digits`: it has more digits than a decimal may have; `places`: it has more
 * decimals than the field takes.
 */
export type Refusal =
  | { readonly reason: 'characters' | 'unclear' | 'digits' }
  | { readonly reason: 'either'; readonly readings: Readings }
  | { readonly reason: 'places'; readonly places: number };

/** Without both, the text is empty or only a sign or separator: the beginning of a number. */
export type Reading = { readonly value?: Decimal; readonly refusal?: Refusal };

const NOTHING_YET: Reading = {};

/** Parses a text that was entered as a whole: pasted, autofilled, composed. */
export function readDecimal(text: string, locale: string): Reading {
  const plain = toPlainText(text, locale);
  if (!/^-?[\d., ]*$/.test(plain)) return refused('characters');
  const numerals = numeralsOf(locale);
  const [whole = '', part, ...rest] = plain.split(numerals.decimal);
  if (rest.length > 0 || (part !== undefined && !/^\d*$/.test(part))) return refused('unclear');
  return readParts(whole, part, numerals);
}

/**
 * Parses a text that was typed key by key. A single comma or point is the decimal separator in every language, because
 * phones show the key of the device's language, unless it can separate thousands: `1,234` is 1234 in English, and 1.234
 * on a keyboard without another key.
 */
export function readTyped(text: string, locale: string): Reading {
  const { decimal, group } = numeralsOf(locale);
  const [whole = '', part, ...rest] = text.split(group);
  if (part === undefined || rest.length > 0 || text.includes(decimal)) return readDecimal(text, locale);
  const asPart = readDecimal(`${whole}${decimal}${part}`, locale);
  if (!/^-?[1-9]\d{0,2}$/.test(whole) || !/^\d{3}$/.test(part) || asPart.value === undefined) return asPart;
  const asWhole = readDecimal(whole + part, locale);
  if (asWhole.value === undefined) return asPart;
  return { refusal: { reason: 'either', readings: { whole: asWhole.value, part: asPart.value } } };
}

function readParts(whole: string, part: string | undefined, numerals: Numerals): Reading {
  const digits = ungroup(whole, numerals);
  if (digits === undefined) return refused('unclear');
  if (digits.replace('-', '') === '' && (part ?? '') === '') return NOTHING_YET;
  const value = parseDecimal(`${/\d$/.test(digits) ? digits : `${digits}0`}${part ? `.${part}` : ''}`);
  if (value === undefined) return refused('digits');
  const isDoubtful = part === undefined && isBelowGrouping(whole, numerals);
  return isDoubtful ? eitherOf(whole, value, numerals) : { value };
}

/** Removes the group separators; `undefined` if they are misplaced for the language, or the first digit is a zero. */
function ungroup(whole: string, { group }: Numerals): string | undefined {
  if (/^-?\d*$/.test(whole)) return whole;
  const mark = whole.includes(group) ? group : ' ';
  const [sign, size] = whole.startsWith('-') ? ['-', whole.slice(1)] : ['', whole];
  const [first = '', ...others] = size.split(mark);
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && others.every((digits) => /^\d{3}$/.test(digits));
  return isGrouped ? sign + first + others.join('') : undefined;
}

/** Spanish writes 1500 and 15.000: in `1.500` the point may come from another language. */
function isBelowGrouping(whole: string, { group, groupedFrom }: Numerals): boolean {
  return whole.includes(group) && whole.replaceAll(/\D/g, '').length < groupedFrom;
}

function eitherOf(text: string, whole: Decimal, { group }: Numerals): Reading {
  const part = parseDecimal(text.replace(group, '.'));
  return part === undefined ? refused('unclear') : { refusal: { reason: 'either', readings: { whole, part } } };
}

function refused(reason: 'characters' | 'unclear' | 'digits'): Reading {
  return { refusal: { reason } };
}

/**
 * Converts digits of all scripts to ASCII, separators of Arabic, Japanese and Chinese keyboards to those of the
 * language, and all kinds of spaces to one space; removes format characters. A tab stays, because it separates two
 * cells of a sheet.
 */
export function toPlainText(text: string, locale: string): string {
  const { decimal, group } = numeralsOf(locale);
  return toAsciiDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('\u066b', decimal)
    .replaceAll('\u066c', group)
    .replaceAll('\u3002', '.')
    .replaceAll(/[\u3001\u060c]/g, ',')
    .replaceAll(/[\u2212\u2013]/g, '-')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();
}

/** A canonical decimal as text to edit: the locale's decimal separator, no group separators. */
export function toEditText(value: string, locale: string): string {
  return value.replace('.', numeralsOf(locale).decimal);
}
