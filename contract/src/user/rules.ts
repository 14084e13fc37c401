/** Rules of registration: e-mail addresses, passwords and codes (docs/product.md 8). Both sides apply them. */
import * as z from 'zod/mini';
import type { CodedError } from '../errors.ts';

/** Shortest password, in characters. */
export const PASSWORD_LENGTH_MIN = 6;
/** Longest password; beyond it hashing only costs time. */
export const PASSWORD_LENGTH_MAX = 128;
/** Digits of a code that is mailed or texted. */
export const CODE_LENGTH = 6;

const emailSchema = z.email().check(z.maxLength(254));

/** The form in which an e-mail address is compared and stored. Errors: ACCOUNT_REQUIRED, EMAIL_INVALID. */
export function normalizeEmail(input: string): string | CodedError {
  const text = input.trim().toLowerCase();
  if (text === '') return { code: 'ACCOUNT_REQUIRED' };
  return z.safeParse(emailSchema, text).success ? text : { code: 'EMAIL_INVALID' };
}

/**
 * Whether a password may be used. Counts characters, not bytes. Errors: PASSWORD_REQUIRED, PASSWORD_TOO_SHORT,
 * PASSWORD_TOO_LONG.
 */
export function checkPassword(password: string): CodedError | undefined {
  const { length } = Array.from(password);
  if (length === 0) return { code: 'PASSWORD_REQUIRED' };
  if (length < PASSWORD_LENGTH_MIN) return { code: 'PASSWORD_TOO_SHORT', params: { min: PASSWORD_LENGTH_MIN } };
  if (length > PASSWORD_LENGTH_MAX) return { code: 'PASSWORD_TOO_LONG', params: { max: PASSWORD_LENGTH_MAX } };
  return undefined;
}

/** Whether a new password and its repetition may be used. Errors: as {@link checkPassword}, PASSWORD_MISMATCH. */
export function checkNewPassword(password: string, repeat: string): CodedError | undefined {
  return checkPassword(password) ?? (password === repeat ? undefined : { code: 'PASSWORD_MISMATCH' });
}

/** Whether a code has the right form. Errors: CODE_REQUIRED, CODE_WRONG. */
export function checkCodeForm(code: string): CodedError | undefined {
  if (code.trim() === '') return { code: 'CODE_REQUIRED' };
  return /^\d{6}$/.test(code.trim()) ? undefined : { code: 'CODE_WRONG' };
}

/** Narrows a rule's answer to its error. */
export function isCodedError(value: unknown): value is CodedError {
  return typeof value === 'object' && value !== null && 'code' in value;
}

/** Shortest new password in our forms, in characters; legacy clients may set {@link PASSWORD_LENGTH_MIN}. */
export const APP_PASSWORD_LENGTH_MIN = 8;

/**
 * Whether a new password and its repetition may be used in our forms. Counts characters, not bytes. Errors: as
 * {@link checkNewPassword}.
 */
export function checkAppPassword(password: string, repeat: string): CodedError | undefined {
  const { length } = Array.from(password);
  if (length > 0 && length < APP_PASSWORD_LENGTH_MIN) {
    return { code: 'PASSWORD_TOO_SHORT', params: { min: APP_PASSWORD_LENGTH_MIN } };
  }
  return checkNewPassword(password, repeat);
}
