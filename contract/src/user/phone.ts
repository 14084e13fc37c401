/**
 * Phone numbers, checked against a maintained metadata library. Apart from `rules.ts` because the metadata is large:
 * the app loads it on demand.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CodedError } from '../errors.ts';

/**
 * A phone number in E.164 form (`+15551234567`) from a calling code without plus sign and a national number. Errors:
 * ACCOUNT_REQUIRED, PHONE_INVALID.
 */
export function normalizePhone(input: string, callingCode: string): string | CodedError {
  const digits = input.replaceAll(/[\s().-]/g, '');
  if (digits === '') return { code: 'ACCOUNT_REQUIRED' };
  const international = digits.startsWith('+') ? digits : `+${callingCode.replace(/^\+/, '')}${digits}`;
  const phone = parsePhoneNumberFromString(international);
  return phone?.isValid() === true ? phone.number : { code: 'PHONE_INVALID' };
}

/** Whether a text is the whole of a number in E.164 form, with or without its calling code. */
export function isNationalNumberOf(number: string, written: string): boolean {
  const digitsOf = (text: string) => text.replaceAll(/\D/g, '').replace(/^0+/, '');
  const national = parsePhoneNumberFromString(number)?.nationalNumber ?? number;
  return [digitsOf(national), digitsOf(number)].includes(digitsOf(written));
}
