/**
 * Bank details: IBAN (ISO 13616: country, length and form by SWIFT's registry, check digits mod 97) and SWIFT code (ISO
 * 9362). Both sides apply these.
 */
import type { CodedError } from '../errors.ts';
import { COUNTRY_CODES } from '../identity/countries.ts';
import { ibanFormOf } from './ibanRegistry.ts';

/** An IBAN as it is compared and stored: capitals, no spaces. */
export function normalizeIban(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** An IBAN as it is read: groups of four. */
export function formatIban(text: string): string {
  return normalizeIban(text).replaceAll(/.{4}(?=.)/g, '$& ');
}

/**
 * What is wrong with an IBAN. Errors: IBAN_COUNTRY_UNKNOWN {country}, IBAN_LENGTH_WRONG {country, length},
 * IBAN_CHECKSUM_WRONG, IBAN_INVALID.
 */
export function checkIban(text: string): CodedError | undefined {
  // Before the capitals: some letters of other scripts become plain ones by them.
  if (!/^[\sA-Za-z\d-]+$/.test(text)) return { code: 'IBAN_INVALID' };
  const iban = normalizeIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban)) return { code: 'IBAN_INVALID' };
  const country = iban.slice(0, 2);
  const form = ibanFormOf(country);
  if (form === undefined) return { code: 'IBAN_COUNTRY_UNKNOWN', params: { country } };
  const { length, pattern } = form;
  if (iban.length !== length) return { code: 'IBAN_LENGTH_WRONG', params: { country, length } };
  if (iban.slice(2, 4) !== checkDigitsOf(country, iban.slice(4))) return { code: 'IBAN_CHECKSUM_WRONG' };
  return pattern.test(iban) ? undefined : { code: 'IBAN_INVALID' };
}

/** A SWIFT code as it is compared and stored. */
export function normalizeSwift(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

/** What is wrong with a SWIFT code: 8 or 11 characters, a country that exists. Errors: SWIFT_INVALID. */
export function checkSwift(text: string): CodedError | undefined {
  const [, country = ''] = /^[A-Z]{4}([A-Z]{2})[A-Z\d]{2}(?:[A-Z\d]{3})?$/.exec(normalizeSwift(text)) ?? [];
  // Kosovo has no code of ISO 3166; its banks use XK.
  return country === 'XK' || COUNTRY_CODES.includes(country) ? undefined : { code: 'SWIFT_INVALID' };
}

/**
 * The two check digits of an account: 02 to 98. Comparing them, and not the remainder alone, refuses 00, 01 and 99,
 * which stand for the same remainders.
 */
function checkDigitsOf(country: string, account: string): string {
  // A is 10, Z is 35.
  const digits = `${account}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}
