/** Rules of fund passwords, passkey names and anti-phishing codes (docs/product.md 8). Both sides apply them. */
import type { CodedError } from '../errors.ts';

/** Wrong attempts in a row before the next one must wait. */
export const FUND_PASSWORD_TRIES = 5;

/** Whether a text can be a fund password. Errors: FUND_PASSWORD_REQUIRED, FUND_PASSWORD_FORMAT. */
export function checkFundPassword(text: string): CodedError | undefined {
  if (text === '') return { code: 'FUND_PASSWORD_REQUIRED' };
  return /^\d{6}$/.test(text) ? undefined : { code: 'FUND_PASSWORD_FORMAT' };
}

/** Whether a new fund password can be set. Errors: as {@link checkFundPassword}, PASSWORD_MISMATCH. */
export function checkNewFundPassword(password: string, repeat: string): CodedError | undefined {
  return checkFundPassword(password) ?? (password === repeat ? undefined : { code: 'PASSWORD_MISMATCH' });
}

/** Faults of the two fields of a new fund password, also where both are empty. */
export function newFundPasswordFaults(
  password: string,
  repeat: string,
): { readonly password: CodedError | undefined; readonly repeat: CodedError | undefined } {
  const wrong = checkFundPassword(password);
  if (repeat === '') return { password: wrong, repeat: { code: 'NEW_PASSWORD_REPEAT_REQUIRED' } };
  return { password: wrong, repeat: wrong === undefined ? checkNewFundPassword(password, repeat) : undefined };
}

/** Most passkeys of one user. */
export const PASSKEYS_MAX = 10;
/** Characters. */
export const PASSKEY_NAME_LENGTH_MAX = 40;

/** Checks the name of a passkey. Errors: PASSKEY_NAME_REQUIRED, PASSKEY_NAME_TOO_LONG {max}. */
export function checkPasskeyName(name: string): CodedError | undefined {
  if (name.trim() === '') return { code: 'PASSKEY_NAME_REQUIRED' };
  if (Array.from(name.trim()).length <= PASSKEY_NAME_LENGTH_MAX) return undefined;
  return { code: 'PASSKEY_NAME_TOO_LONG', params: { max: PASSKEY_NAME_LENGTH_MAX } };
}

// The anti-phishing code: words that the user chose. Every genuine message contains them; a forged one does not.

/** In characters. */
export const ANTI_PHISHING_LENGTH = { min: 4, max: 20 } as const;

// Letters with their marks (Thai and Vietnamese need them), digits, and single blanks between words.
const WORDS = /^[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)*$/u;
const MASK = '•••••';

/** The code in the form in which it is stored: NFC, trimmed. Errors: ANTI_PHISHING_FORMAT {min, max}. */
export function normalizeAntiPhishingCode(input: string): string | CodedError {
  const text = input.normalize('NFC').trim();
  const { length } = Array.from(text);
  const { min, max } = ANTI_PHISHING_LENGTH;
  if (length >= min && length <= max && WORDS.test(text)) return text;
  return { code: 'ANTI_PHISHING_FORMAT', params: { min, max } };
}

/**
 * The code as the app shows it: first and last character, so that its owner recognises it. The number of dots is fixed.
 * A thief with a stolen session cannot copy the code into a forged mail.
 */
export function maskAntiPhishingCode(code: string): string {
  const characters = Array.from(code);
  return `${characters[0] ?? ''}${MASK}${characters.at(-1) ?? ''}`;
}
