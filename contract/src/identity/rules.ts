/**
 * What makes the fields of a basic verification acceptable, and the one form in which they are kept. Both sides apply
 * these.
 */
import type { CodedError } from '../errors.ts';

/** Fewest and most characters of an ID number, without blanks and dashes. */
export const ID_NUMBER_LENGTH_MIN = 4;
export const ID_NUMBER_LENGTH_MAX = 32;

// What is not seen: control characters, and marks that turn the direction of what follows.
const UNSEEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
const ID_NUMBER = new RegExp(`^[\\p{L}\\p{Nd}]{${ID_NUMBER_LENGTH_MIN},${ID_NUMBER_LENGTH_MAX}}$`, 'u');

/**
 * An ID number in the form in which it is compared and stored: upper case, ordinary letters and digits for wide ones,
 * without blanks, dashes, dots and slashes, which people write or leave out. Errors: ID_NUMBER_REQUIRED,
 * ID_NUMBER_INVALID.
 */
export function normalizeIdNumber(input: string): string | CodedError {
  const text = input
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replaceAll(/[\s\p{Pd}./_·]/gu, '');
  if (text === '') return { code: 'ID_NUMBER_REQUIRED' };
  return ID_NUMBER.test(text) ? text : { code: 'ID_NUMBER_INVALID' };
}

/** A full name as it is stored: in any script, blanks in a row as one. Errors: NAME_REQUIRED. */
export function normalizeFullName(input: string): string | CodedError {
  const text = clean(input).replaceAll(/\s+/g, ' ').trim();
  return /\p{L}/u.test(text) ? text : { code: 'NAME_REQUIRED' };
}

/** A contact address as it is stored: its lines are kept, empty ones are not. Errors: CONTACT_ADDRESS_REQUIRED. */
export function normalizeContactAddress(input: string): string | CodedError {
  const lines = input.split(/[\r\n\u2028\u2029]+/).map((line) => clean(line).replaceAll(/\s+/g, ' ').trim());
  const text = lines.filter((line) => line !== '').join('\n');
  return /[\p{L}\p{N}]/u.test(text) ? text : { code: 'CONTACT_ADDRESS_REQUIRED' };
}

/** An ID number as it is shown: its first two characters, six stars, its last two. */
export function maskIdNumber(idNumber: string): string {
  const characters = Array.from(idNumber);
  return `${characters.slice(0, 2).join('')}******${characters.slice(-2).join('')}`;
}

function clean(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\t\r\n]/g, ' ')
    .replace(UNSEEN, '');
}
