/**
 * Bank details: IBAN (ISO 13616: country, length and format by SWIFT's registry, check digits mod 97) and SWIFT code
 * (ISO 9362). Both sides apply them.
 */
import type { CodedError } from '../errors.ts';
import { COUNTRY_CODES } from '../identity/countries.ts';

/** An IBAN as it is compared and stored: capitals, no spaces. */
export function normalizeIban(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** An IBAN for display: groups of four. */
export function formatIban(text: string): string {
  return normalizeIban(text).replaceAll(/.{4}(?=.)/g, '$& ');
}

/**
 * Checks an IBAN. Errors: IBAN_COUNTRY_UNKNOWN {country}, IBAN_LENGTH_WRONG {country, length}, IBAN_CHECKSUM_WRONG,
 * IBAN_INVALID.
 */
export function checkIban(text: string): CodedError | undefined {
  // Checked before capitals are made: some letters of other scripts become plain letters.
  if (!/^[\sA-Za-z\d-]+$/.test(text)) return { code: 'IBAN_INVALID' };
  const iban = normalizeIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban)) return { code: 'IBAN_INVALID' };
  const country = iban.slice(0, 2);
  const form = REGISTRY.get(country);
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

/** Checks a SWIFT code: 8 or 11 characters and an existing country. Errors: SWIFT_INVALID. */
export function checkSwift(text: string): CodedError | undefined {
  const [, country = ''] = /^[A-Z]{4}([A-Z]{2})[A-Z\d]{2}(?:[A-Z\d]{3})?$/.exec(normalizeSwift(text)) ?? [];
  // Kosovo has no ISO 3166 code; its banks use XK.
  return country === 'XK' || COUNTRY_CODES.includes(country) ? undefined : { code: 'SWIFT_INVALID' };
}

/**
 * The two check digits of an account: 02 to 98. Comparing the digits and not only the remainder refuses 00, 01 and 99,
 * which leave the same remainders.
 */
function checkDigitsOf(country: string, account: string): string {
  // A is 10, Z is 35.
  const digits = `${account}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}

// Countries of SWIFT's IBAN registry (release 100), each with the format that follows its two check digits.

/** Character classes of the registry. */
const CHARACTERS: Readonly<Record<string, string>> = { n: '\\d', a: '[A-Z]', c: '[A-Z\\d]' };

// Neighbours of one class are summed: the registry's `4!n4!n12!c` is n8c12. Territories that use another country's IBAN
// (GF, IM, AX) are not listed.
const FORMS =
  'AD:n8c12 AE:n19 AL:n8c16 AT:n16 AZ:a4c20 BA:n16 BE:n12 BG:a4n6c8 BH:a4c14 BI:n23 BR:n23a1c1 BY:c4n4c16 CH:n5c12 ' +
  'CR:n18 CY:n8c16 CZ:n20 DE:n18 DJ:n23 DK:n14 DO:c4n20 EE:n16 EG:n25 ES:n20 FI:n14 FK:a2n12 FO:n14 FR:n10c11n2 ' +
  'GB:a4n14 GE:a2n16 GI:a4c15 GL:n14 GR:n7c16 GT:c24 HN:a4n20 HR:n17 HU:n24 IE:a4n14 IL:n19 IQ:a4n15 IS:n22 ' +
  'IT:a1n10c12 JO:a4n4c18 KW:a4c22 KZ:n3c13 LB:n4c20 LC:a4c24 LI:n5c12 LT:n16 LU:n3c13 LV:a4c13 LY:n21 MC:n10c11n2 ' +
  'MD:c20 ME:n18 MK:n3c10n2 MN:n16 MR:n23 MT:a4n5c18 MU:a4n19a3 NI:a4n20 NL:a4n10 NO:n11 OM:n3c16 PK:a4c16 PL:n24 ' +
  'PS:a4c21 PT:n21 QA:a4c21 RO:a4c16 RS:n18 RU:n14c15 SA:n2c18 SC:a4n20a3 SD:n14 SE:n20 SI:n15 SK:n20 SM:a1n10c12 ' +
  'SO:n19 ST:n21 SV:a4n20 TL:n19 TN:n20 TR:n6c16 UA:n6c19 VA:n18 VG:a4n16 XK:n16 YE:a4n4c18';

/** The IBAN format of one country. */
type IbanForm = {
  /** Length of the whole IBAN in characters. */
  readonly length: number;
  /** Matches the whole IBAN, in capitals without spaces. */
  readonly pattern: RegExp;
};

const REGISTRY: ReadonlyMap<string, IbanForm> = new Map(FORMS.split(' ').map(parseForm));

function parseForm(text: string): readonly [string, IbanForm] {
  const [country = '', form = ''] = text.split(':');
  let length = 4;
  const pattern = form.replaceAll(/([nac])(\d+)/g, (_, kind: string, count: string) => {
    length += Number.parseInt(count, 10);
    return `${CHARACTERS[kind] ?? ''}{${count}}`;
  });
  return [country, { length, pattern: new RegExp(`^${country}\\d{2}${pattern}$`) }];
}

// Rules of a bank card: its required parts and the masked account number. Both sides apply them.

/** The parts of a card in the order in which the form asks for them, each with its greatest length in characters. */
export const CARD_LENGTHS = {
  holder: 120,
  accountNumber: 64,
  bankName: 120,
  branch: 120,
  bankAddress: 240,
  swift: 16,
  iban: 64,
  payeeAddress: 240,
  postalCode: 24,
} as const;

/** A part of a card. */
export type CardPart = keyof typeof CARD_LENGTHS;

/** All parts, in form order. */
export const CARD_PARTS = Object.keys(CARD_LENGTHS) as readonly CardPart[];

const REQUIRED = {
  holder: 'BANK_HOLDER_REQUIRED',
  accountNumber: 'BANK_ACCOUNT_REQUIRED',
  bankName: 'BANK_NAME_REQUIRED',
  bankAddress: 'BANK_ADDRESS_REQUIRED',
  payeeAddress: 'PAYEE_ADDRESS_REQUIRED',
  postalCode: 'POSTAL_CODE_REQUIRED',
} as const satisfies Partial<Record<CardPart, CodedError['code']>>;

/**
 * Checks one part; `branch` and `iban` may be empty. Errors: BANK_HOLDER_REQUIRED, BANK_ACCOUNT_REQUIRED,
 * BANK_NAME_REQUIRED, BANK_ADDRESS_REQUIRED, PAYEE_ADDRESS_REQUIRED, POSTAL_CODE_REQUIRED, SWIFT_INVALID, IBAN_*.
 */
export function checkCardPart(part: CardPart, text: string): CodedError | undefined {
  if (part === 'swift') return checkSwift(text);
  const isEmpty = text.trim() === '';
  if (part === 'iban') return isEmpty ? undefined : checkIban(text);
  return isEmpty && part !== 'branch' ? { code: REQUIRED[part] } : undefined;
}

const SHOWN = 4;
const MASK = '****';

/** The masked account number: asterisks and the last four characters, or fewer of a short number. */
export function maskAccountNumber(number: string): string {
  const plain = Array.from(number.replaceAll(/[\s-]/g, ''));
  const shown = Math.min(SHOWN, Math.floor(plain.length / 2));
  return MASK + plain.slice(plain.length - shown).join('');
}

// Compares the card holder with the verified name. Banks write names in capitals, without accents, last name first.
// Both sides apply it.

// Letters that do not decompose into a base letter and an accent.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};
// Two-letter spellings that banks use; the plain letter without its mark is as common.
const SPELT_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/**
 * Checks the card holder against the verified name: every word of the name, in any order, ignoring capitals, accents,
 * hyphens and spaces. Errors: BANK_HOLDER_DIFFERS.
 */
export function checkCardHolder(holder: string, verifiedName: string): CodedError | undefined {
  const known = spellingsOf(verifiedName);
  return spellingsOf(holder).some((spelling) => known.includes(spelling)) ? undefined : { code: 'BANK_HOLDER_DIFFERS' };
}

/** Forms of a name for comparison: its words in alphabetical order, and all of it as one word. */
function spellingsOf(name: string): readonly string[] {
  const text = name.normalize('NFKC').toLowerCase().normalize('NFC');
  const spelt = text.replaceAll(/[äöüåø]/g, (letter) => SPELT_OUT[letter] ?? letter);
  return [text, spelt].map(plain).flatMap((plainName) => {
    const words = plainName.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    return words.length === 0 ? [] : [words.toSorted().join(' '), words.join('')];
  });
}

// Only marks of Latin, Greek and Cyrillic letters are removed: in other scripts a mark makes another letter.
const plain = (text: string) =>
  text
    .replaceAll(/[’'ʼʻ`´]/g, '')
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC');
