/** Rules of the fields of a basic verification and their stored form. Both sides apply them. */
import type { CodedError } from '../errors.ts';

/** Fewest characters of an ID number, without spaces and dashes. */
export const ID_NUMBER_LENGTH_MIN = 4;
export const ID_NUMBER_LENGTH_MAX = 32;

// Invisible characters: control characters and marks that change the text direction.
const UNSEEN = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
const ID_NUMBER = new RegExp(`^[\\p{L}\\p{Nd}]{${ID_NUMBER_LENGTH_MIN},${ID_NUMBER_LENGTH_MAX}}$`, 'u');

/**
 * The stored form of an ID number: upper case, ordinary letters and digits for wide ones, without spaces, dashes, dots
 * and slashes, which people write or leave out. Errors: ID_NUMBER_REQUIRED, ID_NUMBER_INVALID.
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

/** The stored form of a full name: any script, runs of spaces collapsed. Errors: NAME_REQUIRED. */
export function normalizeFullName(input: string): string | CodedError {
  const text = clean(input).replaceAll(/\s+/g, ' ').trim();
  return /\p{L}/u.test(text) ? text : { code: 'NAME_REQUIRED' };
}

/** The stored form of a contact address: without empty lines. Errors: CONTACT_ADDRESS_REQUIRED. */
export function normalizeContactAddress(input: string): string | CodedError {
  const lines = input.split(/[\r\n\u2028\u2029]+/).map((line) => clean(line).replaceAll(/\s+/g, ' ').trim());
  const text = lines.filter((line) => line !== '').join('\n');
  return /[\p{L}\p{N}]/u.test(text) ? text : { code: 'CONTACT_ADDRESS_REQUIRED' };
}

/** The masked ID number: its first two characters, six asterisks, its last two. */
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
