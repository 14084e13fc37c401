/** Bank details: IBAN (ISO 13616, mod 97, lengths and forms of the SWIFT registry) and SWIFT code (ISO 9362), by `ibantools`. */
import {
  electronicFormatIBAN,
  friendlyFormatIBAN,
  getCountrySpecifications,
  isValidBIC,
  validateIBAN,
  ValidationErrorsIBAN,
} from 'ibantools';
import type { CodedError } from '../errors.ts';

/** An IBAN as it is compared and stored: capitals, no spaces. */
export function normalizeIban(text: string): string {
  return electronicFormatIBAN(text) ?? '';
}

/** An IBAN as it is read: groups of four. */
export function formatIban(text: string): string {
  return friendlyFormatIBAN(text) ?? '';
}

/**
 * What is wrong with an IBAN. Errors: IBAN_COUNTRY_UNKNOWN {country}, IBAN_LENGTH_WRONG {country, length}, IBAN_CHECKSUM_WRONG, IBAN_INVALID.
 */
export function checkIban(text: string): CodedError | undefined {
  const iban = normalizeIban(text);
  const country = iban.slice(0, 2);
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban) || !/^[A-Za-z\d\s-]+$/.test(text)) return { code: 'IBAN_INVALID' };
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return undefined;
  const length = getCountrySpecifications()[country]?.chars;
  if (length === undefined || length === null) return { code: 'IBAN_COUNTRY_UNKNOWN', params: { country } };
  if (iban.length !== length) return { code: 'IBAN_LENGTH_WRONG', params: { country, length } };
  const hasWrongSum = errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum);
  return { code: hasWrongSum ? 'IBAN_CHECKSUM_WRONG' : 'IBAN_INVALID' };
}

/** A SWIFT code as it is compared and stored. */
export function normalizeSwift(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

/** What is wrong with a SWIFT code: 8 or 11 characters, a country that exists. Errors: SWIFT_INVALID. */
export function checkSwift(text: string): CodedError | undefined {
  return isValidBIC(normalizeSwift(text)) ? undefined : { code: 'SWIFT_INVALID' };
}
