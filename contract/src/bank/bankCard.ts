/** Rules of a bank card: its required parts and the masked account number. Both sides apply them. */
import type { CodedError } from '../errors.ts';
import { checkIban, checkSwift } from './rules.ts';

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
